package dev.manta.cluster.member;

import dev.manta.cluster.desk.DeskCodec;
import dev.manta.internal.head.HeadInput;
import dev.manta.internal.head.HeadOutput;
import dev.manta.internal.head.HeadViolation;
import java.io.NotSerializableException;
import java.util.Arrays;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorRefResolver;
import org.apache.pekko.actor.typed.javadsl.Adapter;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/// What doors say to each other as bytes. The manifest has the version: a daemon that does not know
/// one says so in its log, and loses nothing but that message.
public final class ClusterWire extends SerializerWithStringManifest {
  private static final int IDENTIFIER = 1_829_364;
  private static final String FROM_NODE = "node 1";
  private static final String FROM_HEAD = "head 1";

  private final ActorRefResolver references;

  /// Pekko makes it.
  public ClusterWire(ExtendedActorSystem system) {
    this.references = ActorRefResolver.get(Adapter.toTyped(system));
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object message) {
    return message instanceof HeadDoor.FromNode ? FROM_NODE : FROM_HEAD;
  }

  @Override
  public byte[] toBinary(Object message) {
    return switch (message) {
      case HeadDoor.FromNode(var node, var report) -> {
        byte[] reference = new HeadOutput().text(references.toSerializationFormat(node)).bytes();
        byte[] rest = DeskCodec.write(report);
        byte[] both = Arrays.copyOf(reference, reference.length + rest.length);
        System.arraycopy(rest, 0, both, reference.length, rest.length);
        yield both;
      }
      case NodeDoor.FromHead(var said) -> DeskCodec.write(said);
      default -> throw new IllegalArgumentException("no message of doors: " + message.getClass());
    };
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    try {
      return switch (manifest) {
        case FROM_NODE -> fromNode(bytes);
        case FROM_HEAD -> new NodeDoor.FromHead(DeskCodec.headSays(bytes));
        default -> throw new HeadViolation("\"" + manifest + "\" is not known in this release");
      };
    } catch (HeadViolation e) {
      throw new NotSerializableException(e.getMessage());
    }
  }

  private HeadDoor.FromNode fromNode(byte[] bytes) throws HeadViolation {
    return HeadInput.read(
        bytes,
        in -> {
          ActorRef<NodeDoor.Message> node = references.resolveActorRef(in.text());
          return new HeadDoor.FromNode(node, DeskCodec.report(in));
        });
  }
}
