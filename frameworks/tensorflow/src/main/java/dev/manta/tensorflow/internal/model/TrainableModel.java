package dev.manta.tensorflow.internal.model;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tensorflow.internal.Natives;
import dev.manta.tensorflow.internal.Threads;
import dev.manta.tensorflow.internal.graph.ModelVariable;
import dev.manta.tensorflow.internal.graph.ModelVariable.Content;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.tensorflow.Graph;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SaverDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.types.TString;

/// A SavedModel whose signatures train, such as Keras writes in Python.
public final class TrainableModel implements AutoCloseable {
  private static final String VARIABLES = "variables";

  private final Path directory;
  private final SavedModelBundle bundle;

  private TrainableModel(Path directory, SavedModelBundle bundle) {
    this.directory = directory;
    this.bundle = bundle;
  }

  /// Reads one from its directory.
  public static TrainableModel read(Path directory) {
    if (!Files.exists(directory.resolve("saved_model.pb"))) {
      throw new IllegalArgumentException(
          directory + " is not a SavedModel: it has no file saved_model.pb");
    }
    Natives.load();
    return new TrainableModel(
        directory,
        SavedModelBundle.loader(directory.toString()).withConfigProto(Threads.settings()).load());
  }

  public Graph graph() {
    return bundle.graph();
  }

  public Session session() {
    return bundle.session();
  }

  /// What the inputs and outputs of a function are called.
  public SignatureDef signature(String name) {
    Map<String, SignatureDef> signatures = bundle.metaGraphDef().getSignatureDefMap();
    SignatureDef signature = signatures.get(name);
    if (signature == null) {
      throw new IllegalArgumentException(
          "the SavedModel has no signature \"%s\"; it has %s"
              .formatted(name, new TreeSet<>(signatures.keySet())));
    }
    return signature;
  }

  /// The variables that were saved: those that the operation which restores them is given.
  public List<ModelVariable> variables(Ops ops) {
    Map<String, NodeDef> nodes = new HashMap<>();
    bundle.metaGraphDef().getGraphDef().getNodeList().forEach(n -> nodes.put(n.getName(), n));
    NodeDef restoring = nodes.get(saver().getRestoreOpName());
    List<ModelVariable> variables = new ArrayList<>();
    for (String input : restoring == null ? List.<String>of() : restoring.getInputList()) {
      NodeDef node = nodes.get(input);
      if (node != null && node.getOp().equals("VarHandleOp")) {
        variables.add(variable(ops, node));
      }
    }
    return variables;
  }

  private ModelVariable variable(Ops ops, NodeDef node) {
    var content =
        new Content(
            node.getAttrOrThrow("dtype").getType(), shape(node.getAttrOrThrow("shape").getShape()));
    return ModelVariable.resource(
        ops, name(node), graph().operationOrThrow(node.getName()).output(0), content);
  }

  /// What Python calls it; without a number that only makes it unique within the graph.
  private static String name(NodeDef node) {
    return node.containsAttr("shared_name")
        ? node.getAttrOrThrow("shared_name").getS().toStringUtf8()
        : node.getName();
  }

  private static Shape shape(TensorShapeProto shape) {
    return Shape.of(shape.getDimList().stream().mapToLong(TensorShapeProto.Dim::getSize).toArray());
  }

  private SaverDef saver() {
    return bundle.metaGraphDef().getSaverDef();
  }

  /// Writes the same SavedModel with the variables as they are now.
  public void write(Path to) {
    try {
      copy(to);
      Path prefix = Files.createDirectories(to.resolve(VARIABLES)).resolve(VARIABLES);
      try (TString name = TString.scalarOf(prefix.toString())) {
        session()
            .runner()
            .feed(saver().getFilenameTensorName(), name)
            .fetch(saver().getSaveTensorName())
            .run()
            .close();
      }
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "the SavedModel cannot be written to " + to + ": " + e, e);
    }
  }

  private void copy(Path to) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path place = directory.relativize(file);
        if (!place.startsWith(VARIABLES) && Files.isRegularFile(file)) {
          Path copy = to.resolve(place.toString());
          Files.createDirectories(copy.getParent() == null ? to : copy.getParent());
          Files.copy(file, copy);
        }
      }
    }
  }

  @Override
  public void close() {
    bundle.close();
  }
}
