package dev.manta.tune.space;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The component exists only where another one has one of some values; it must be optional.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface When {
  /// The other component.
  String name();

  /// Its values for which this one exists, as texts.
  String[] is();
}
