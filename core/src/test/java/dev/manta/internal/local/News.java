package dev.manta.internal.local;

import dev.manta.cluster.WorkerNews;
import dev.manta.internal.wire.ToController;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// What a group told, to be taken one by one; a wait that takes too long fails.
public final class News implements Consumer<WorkerNews> {
  private static final long LIMIT_SECONDS = 120;

  private final LinkedBlockingQueue<WorkerNews> told = new LinkedBlockingQueue<>();

  @Override
  public void accept(WorkerNews news) {
    told.add(news);
  }

  public WorkerNews next() throws InterruptedException {
    WorkerNews news = told.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (news == null) {
      throw new AssertionError("no news within " + LIMIT_SECONDS + " s");
    }
    return news;
  }

  /// The next news of that kind; others are skipped.
  public <T extends WorkerNews> T next(Class<T> kind) throws InterruptedException {
    WorkerNews news = next();
    while (!kind.isInstance(news)) {
      news = next();
    }
    return kind.cast(news);
  }

  public ToController message() throws InterruptedException {
    return ToController.read(next(WorkerNews.Frame.class).bytes());
  }
}
