package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.testkit.storage.StorageContract;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class AzureStorageTest extends StorageContract {
  @TempDir static Path directory;

  private static Azurite azurite;
  private Location root;
  private Storage storage;

  @BeforeAll
  static void start() {
    azurite = Azurite.start(directory);
  }

  @AfterAll
  static void end() {
    if (azurite != null) {
      azurite.close();
    }
  }

  @BeforeEach
  void container() throws Exception {
    String container = "c" + UUID.randomUUID();
    azurite.create(container);
    root = new Location("az", Azurite.ACCOUNT + "/" + container + "/runs");
    storage = new OpenDalProvider(azurite.environment()).open(root);
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected Location root() {
    return root;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] random(int size) {
    byte[] bytes = new byte[size];
    new Random(5).nextBytes(bytes);
    return bytes;
  }

  private byte[] readBack(Location at, int size) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment into = arena.allocate(size);
      storage.read(at, 0, into);
      return into.toArray(ValueLayout.JAVA_BYTE);
    }
  }

  @Test
  void anObjectOfManyBlocksComesBackInParts() {
    byte[] large = random(20_000_003);
    Location at = root.resolve("large");
    storage.put(at, ByteSource.of(large));
    assertThat(readBack(at, large.length)).isEqualTo(large);
    assertThat(storage.size(at)).hasValue(large.length);
  }

  /// Azure forgets the blocks of one writer when another one's object is made.
  @Test
  void writersOfManyBlocksToOneObjectNeverMixAndNoneFails() throws Exception {
    Location at = root.resolve("shared");
    try (ExecutorService writers = Executors.newFixedThreadPool(3)) {
      List<Future<?>> puts = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        byte[] bytes = new byte[17_000_000];
        Arrays.fill(bytes, (byte) i);
        puts.add(writers.submit(() -> storage.put(at, ByteSource.of(bytes))));
      }
      for (Future<?> put : puts) {
        put.get();
      }
    }
    byte[] back = readBack(at, 17_000_000);
    byte[] whole = new byte[back.length];
    Arrays.fill(whole, back[0]);
    assertThat(back).isEqualTo(whole);
  }

  @Test
  void anObjectThatMemoryHasNoRoomForIsSentBlockByBlock() {
    byte[] large = random(20_000_003);
    Location at = root.resolve("streamed");
    streaming().put(at, ByteSource.of(large));
    assertThat(readBack(at, large.length)).isEqualTo(large);
  }

  private Storage streaming() {
    return OpenDalStorage.open(Targets.of(root, new Environment(azurite.environment())), 1000);
  }

  @Test
  void aSourceThatBreaksBetweenBlocksLeavesTheOldObject() {
    Location at = root.resolve("streamed");
    streaming().put(at, ByteSource.of(random(2000)));
    ByteSource shorter =
        new ByteSource() {
          @Override
          public long size() {
            return 30_000_000;
          }

          @Override
          public ReadableByteChannel open() throws IOException {
            return ByteSource.of(random(20_000_000)).open();
          }
        };
    assertThatThrownBy(() -> streaming().put(at, shorter))
        .hasMessageContaining(at.toString())
        .hasMessageContaining("the source said 30000000 bytes and gave 20000000");
    assertThat(storage.read(at)).isEqualTo(random(2000));
  }

  @Test
  void namesMayHaveAnyCharacters() {
    List<String> names = List.of("a b", "a%20b", "a+b", "ä/ö", "x#y?z&", "日本", "k".repeat(900));
    names.forEach(name -> storage.put(root.resolve(name), ByteSource.of(utf8(name))));
    for (String name : names) {
      assertThat(storage.read(root.resolve(name))).isEqualTo(utf8(name));
    }
    assertThat(storage.list(root).stream().map(e -> e.at().relativeTo(root)))
        .containsExactlyInAnyOrderElementsOf(names);
    storage.deletePrefix(root);
    assertThat(storage.list(root)).isEmpty();
  }

  @Test
  @Tag("campaign")
  @Timeout(400)
  void moreObjectsThanOnePageHoldsAreListedAndDeleted() {
    List<Integer> all = IntStream.range(0, 5_100).boxed().toList();
    all.parallelStream()
        .forEach(i -> storage.put(root.resolve("many/" + i), ByteSource.of(new byte[1])));
    assertThat(storage.list(root)).hasSize(5_100);
    assertThat(storage.children(root.resolve("many"))).hasSize(5_100);
    storage.deletePrefix(root.resolve("many"));
    assertThat(storage.list(root)).isEmpty();
  }

  @Test
  void theContainerItselfIsAPlaceToo() {
    Location container = new Location("az", root.path().replaceFirst("/runs$", ""));
    storage.put(root.resolve("x"), ByteSource.of(new byte[3]));
    assertThat(storage.children(container)).containsExactly("runs");
    assertThat(storage.list(container)).extracting(e -> e.at()).containsExactly(root.resolve("x"));
    storage.deletePrefix(container);
    assertThat(storage.children(container)).isEmpty();
  }

  @Test
  void hadoopsWayToWriteALocationMeansTheSameObjects() {
    String container = root.path().split("/", 3)[1];
    Location hadoop =
        new Location("abfss", container + "@" + Azurite.ACCOUNT + ".dfs.core.windows.net/runs/x");
    new OpenDalProvider(azurite.environment()).open(hadoop).put(hadoop, ByteSource.of(new byte[7]));
    assertThat(storage.size(root.resolve("x"))).hasValue(7);
  }

  @Test
  void aTokenAndAConnectionStringAreAsGoodAsAKey() {
    Map<String, String> token = new HashMap<>(azurite.environment());
    token.remove("AZURE_STORAGE_KEY");
    token.put("AZURE_STORAGE_SAS_TOKEN", "?" + Azurite.token("rwdlac"));
    String connection =
        "DefaultEndpointsProtocol=http;AccountName=%s;AccountKey=%s;BlobEndpoint=%s;"
            .formatted(Azurite.ACCOUNT, Azurite.KEY, azurite.endpoint());
    for (Map<String, String> each :
        List.of(token, Map.of("AZURE_STORAGE_CONNECTION_STRING", connection))) {
      Storage other = new OpenDalProvider(each).open(root);
      other.put(root.resolve("x/y"), ByteSource.of(new byte[4]));
      assertThat(other.putIfAbsent(root.resolve("x/y"), new byte[1])).isFalse();
      assertThat(other.list(root)).hasSize(1);
      other.deletePrefix(root);
      assertThat(storage.list(root)).isEmpty();
    }
  }
}
