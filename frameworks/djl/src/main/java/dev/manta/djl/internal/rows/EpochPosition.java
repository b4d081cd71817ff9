package dev.manta.djl.internal.rows;

import dev.manta.djl.internal.train.DjlSession;
import dev.manta.train.InPlace;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// How many samples of an epoch the run's commits have used, as live state: a run that resumes in
/// the middle of an epoch takes the others.
public final class EpochPosition implements InPlace {
  private static final int EPOCH = 0;
  private static final int SAMPLES = 1;

  private final DjlSession session;
  private final long[] used = {0, 0};
  private final long[] handedOut = {0, 0};
  private final int loader;
  private boolean begun;

  private EpochPosition(DjlSession session, int loader) {
    this.session = session;
    this.loader = loader;
  }

  /// That of one more loader, restored where the run resumes.
  public static EpochPosition live(DjlSession session) {
    var position = new EpochPosition(session, session.loaderAdded());
    session.ctx().live("manta.djl.loader-" + position.loader, position);
    session.whenUsed(position::use);
    return position;
  }

  /// Where a pass over this epoch begins: behind what was used, where it is the first one since the
  /// run resumed.
  int begin(int epoch) {
    boolean resumes = !begun && used[EPOCH] == epoch;
    begun = true;
    return resumes ? (int) used[SAMPLES] : 0;
  }

  /// These many samples of an epoch are taken with the batch that is handed out now.
  void handOut(int epoch, int samples) {
    handedOut[EPOCH] = epoch;
    handedOut[SAMPLES] = samples;
    session.handsOut(loader);
  }

  private void use() {
    if (session.isHandedOutBy(loader)) {
      System.arraycopy(handedOut, 0, used, 0, used.length);
    }
  }

  @Override
  public List<Part> parts() {
    return List.of(new Part("used", "I64", List.of(2L), MemorySegment.ofArray(used)));
  }

  @Override
  public List<Part> restless() {
    return session.commitsSteps() ? List.of() : parts();
  }
}
