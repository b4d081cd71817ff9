package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A whole number, both ends included.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface IntUniform {
  /// The least value.
  long low();

  /// The largest value, which is part of the domain.
  long high();

  /// Values are multiples of it above `low`.
  long step() default 1;
}
