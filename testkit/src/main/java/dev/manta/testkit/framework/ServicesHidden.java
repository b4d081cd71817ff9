package dev.manta.testkit.framework;

import dev.manta.train.Framework;
import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;

/// The classes of another loader, of which no framework is a service: a worker with these classes
/// enters none by itself.
final class ServicesHidden extends ClassLoader {
  private static final String SERVICES = "META-INF/services/" + Framework.class.getName();

  ServicesHidden(ClassLoader classes) {
    super(classes);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    return name.equals(SERVICES) ? Collections.emptyEnumeration() : super.getResources(name);
  }
}
