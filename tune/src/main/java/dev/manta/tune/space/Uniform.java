package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A real number, every value as likely as any other.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Uniform {
  /// The least value.
  double low();

  /// The largest value, which is part of the domain.
  double high();

  /// Values are multiples of it above `low`; 0 for all values.
  double step() default 0;
}
