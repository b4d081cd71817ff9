package dev.manta.internal.collective;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/// What is said in a log while this is open.
public final class Heard extends Handler {
  private final Logger logger;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SimpleFormatter words = new SimpleFormatter();

  /// What the collectives say.
  public Heard() {
    this("dev.manta.collective");
  }

  public Heard(String name) {
    logger = Logger.getLogger(name);
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void publish(LogRecord spoken) {
    lines.add(spoken.getLevel() + " " + words.formatMessage(spoken));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
