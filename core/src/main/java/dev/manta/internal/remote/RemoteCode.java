package dev.manta.internal.remote;

import dev.manta.internal.code.Code;
import dev.manta.internal.code.PackedCode;
import java.nio.file.Path;
import java.util.Optional;

/// A program's code as nodes get it.
///
/// @param number by which drivers and nodes name it on a link
/// @param first how many of its entries are Manta's own and frameworks'
record RemoteCode(int number, PackedCode packed, int first) {
  Code code() {
    return packed.code();
  }

  Optional<Path> file(String hash) {
    return packed.file(hash);
  }

  byte[] prepare() {
    return ToNodeCodec.write(new ToNode.Prepare(number, code()));
  }
}
