package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// One of some values without an order, written as texts.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Choice {
  /// The values, each as a text that the component's type can be read from.
  String[] value();
}
