package dev.manta.torch.io;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.torch.internal.Lifetime;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// Python's `.pt` files: written so that `torch.load` opens them with its safe defaults, read
/// without running anything that they hold.
public final class PtFile {
  private static final int PICKLE_BYTES_MAX = 256 << 20;

  private PtFile() {}

  /// Writes a value of maps, lists, numbers, texts, booleans, nulls and tensors. In Python,
  /// `torch.load(file)` gives it back as dicts and lists.
  public static void write(Path file, Object value) {
    try (var _ = new PointerScope()) {
      var pickle = new PickleWriter();
      byte[] bytes = pickle.pickle(value);
      NewFile.write(file, out -> new PtArchive(file, out).write(bytes, pickle.storages()));
    }
  }

  /// Reads what `torch.save` wrote of dicts, lists, tuples (as lists), numbers (as `Long` and
  /// `Double`), texts, booleans, None and tensors. A file that holds anything else is refused by
  /// name.
  public static @Nullable Object read(Path file) {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      String prefix = prefix(zip);
      requireLittleEndian(zip, prefix);
      return read(zip, prefix, Files.size(file));
    } catch (ZipException e) {
      throw bad(file, "it is not the zip archive that torch.save writes since PyTorch 1.6", e);
    } catch (BadPickle e) {
      throw bad(file, String.valueOf(e.getMessage()), e);
    } catch (IOException | UncheckedIOException e) {
      throw new MantaException(ErrorCode.STORAGE, "cannot read " + file + ": " + e, e);
    }
  }

  private static @Nullable Object read(ZipFile zip, String prefix, long bytes) throws IOException {
    byte[] pickle = bytes(zip, prefix + "data.pkl");
    try (var storages = new Storages(zip, prefix, bytes)) {
      return new PickleReader(pickle, new Globals(storages)).read();
    }
  }

  /// Reads a plain state dict: tensors by name.
  public static Map<String, Tensor> readStateDict(Path file) {
    if (!(read(file) instanceof Map<?, ?> map)) {
      throw bad(file, "it does not hold a dict", null);
    }
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    map.forEach(
        (key, value) -> {
          if (!(key instanceof String name) || !(value instanceof Tensor tensor)) {
            throw bad(
                file,
                "it is not a plain state dict: \"%s\" is %s; read it with PtFile.read"
                    .formatted(key, Globals.describe(value)),
                null);
          }
          tensors.put(name, Lifetime.alive(tensor, name));
        });
    return tensors;
  }

  /// The directory within the archive is named after the file it was first saved as.
  private static String prefix(ZipFile zip) {
    List<String> pickles =
        zip.stream().map(ZipEntry::getName).filter(n -> n.endsWith("/data.pkl")).toList();
    if (pickles.size() != 1) {
      throw new BadPickle("it has " + pickles.size() + " data.pkl files, expected one");
    }
    String pickle = pickles.getFirst();
    return pickle.substring(0, pickle.length() - "data.pkl".length());
  }

  private static void requireLittleEndian(ZipFile zip, String prefix) throws IOException {
    String entry = prefix + "byteorder";
    if (zip.getEntry(entry) != null && !new String(bytes(zip, entry), US_ASCII).equals("little")) {
      throw new BadPickle("it was written on a big-endian machine");
    }
  }

  private static byte[] bytes(ZipFile zip, String name) throws IOException {
    ZipEntry entry = zip.getEntry(name);
    try (InputStream in = zip.getInputStream(entry)) {
      byte[] bytes = in.readNBytes(PICKLE_BYTES_MAX + 1);
      if (bytes.length > PICKLE_BYTES_MAX) {
        throw new BadPickle(name + " is larger than any state dict");
      }
      return bytes;
    }
  }

  private static MantaException bad(Path file, String why, @Nullable Throwable cause) {
    return new MantaException(ErrorCode.STORAGE, file + " is not read: " + why, cause);
  }
}
