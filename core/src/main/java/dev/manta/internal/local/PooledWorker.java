package dev.manta.internal.local;

import dev.manta.cluster.WorkerNews;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A worker of a run, and the process of a pool that runs it until it leaves. What is asked of it
/// later changes nothing: the process may be another run's.
final class PooledWorker {
  private final String worker;
  private final PooledProcess process;
  private final HeldNews news;
  private final CountDownLatch left = new CountDownLatch(1);

  PooledWorker(String worker, PooledProcess process, Consumer<WorkerNews> news) {
    this.worker = worker;
    this.process = process;
    this.news = new HeldNews(news);
  }

  String worker() {
    return worker;
  }

  /// News is told from now on; false when that was said before.
  boolean start() {
    return news.release();
  }

  void tell(WorkerNews about) {
    news.accept(about);
  }

  /// The last that is told.
  void leaves(WorkerNews.Gone gone) {
    news.accept(gone);
    left.countDown();
  }

  void send(byte[] frame) {
    process.send(this, frame);
  }

  void trains() {
    process.trains(this);
  }

  void kill() {
    process.kill(this);
  }

  boolean isBusy() {
    return process.isBusy(this);
  }

  String giveUp(long pid) {
    left.countDown();
    return process.giveUp(this, pid);
  }

  boolean awaitLeft(long nanos) throws InterruptedException {
    return left.await(nanos, TimeUnit.NANOSECONDS);
  }
}
