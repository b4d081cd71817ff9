package dev.manta.it.fuzz;

import dev.manta.stores.internal.objects.XmlElement;
import dev.manta.stores.internal.objects.XmlReader;
import java.io.IOException;

/// What an object store answers.
final class XmlTarget implements Target {
  @Override
  public void take(byte[] input, Limits limits) throws IOException {
    use(XmlReader.read(input));
  }

  private static void use(XmlElement element) {
    Finding.unless(element.text() != null, "an element has no text");
    element.children().forEach(XmlTarget::use);
  }

  @Override
  public boolean isAnswer(Throwable thrown) {
    return thrown instanceof IOException;
  }
}
