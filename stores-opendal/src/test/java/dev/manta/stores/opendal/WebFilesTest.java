package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.SimpleFileServer;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WebFilesTest {
  @TempDir Path directory;

  @Test
  void aFileOfAWebServerIsReadAndNothingIsWritten() throws Exception {
    Files.writeString(directory.resolve("data.csv"), "a,b\n1,2\n");
    var server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            directory.toRealPath(),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    try {
      Location root = Location.parse("http://127.0.0.1:" + server.getAddress().getPort());
      Location file = root.resolve("data.csv");
      Storage storage = new OpenDalProvider(Map.of()).open(file);
      assertThat(storage.size(file)).hasValue(8);
      assertThat(storage.read(file)).asString().isEqualTo("a,b\n1,2\n");
      assertThat(storage.list(file)).extracting(Entry::at).containsExactly(file);
      assertThat(storage.find(root.resolve("none"))).isEmpty();
      assertThatThrownBy(() -> storage.put(file, ByteSource.of(new byte[1])))
          .hasMessageContaining("cannot do that; choose another storage");
    } finally {
      server.stop(0);
    }
  }
}
