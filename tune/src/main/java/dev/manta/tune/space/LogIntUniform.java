package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A positive whole number whose logarithm is uniform, both ends included.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface LogIntUniform {
  /// The least value.
  long low();

  /// The largest value, which is part of the domain.
  long high();
}
