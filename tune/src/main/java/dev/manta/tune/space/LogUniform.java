package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A positive real number whose logarithm is uniform: learning rates, weight decays.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface LogUniform {
  /// The least value.
  double low();

  /// The largest value, which is part of the domain.
  double high();
}
