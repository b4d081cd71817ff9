package dev.manta.tune.internal.python;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.tune.Point;
import dev.manta.tune.SearchCache;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/// A Python process and what it has been told.
final class PythonSession implements AutoCloseable {
  static final String VARIABLE = "MANTA_PYTHON";
  private static final String SCRIPT = "search.py";

  private final PythonSearch.LibrarySampler sampler;
  private final EncodedSpace space;
  private final Questions questions;
  private final String program;
  private final PythonProcess process;
  private final SearchCache cache;
  private String name = "";
  private List<Trial> known = List.of();

  private PythonSession(PythonSearch.LibrarySampler sampler, Trials trials) {
    this.sampler = sampler;
    this.cache = trials.cache();
    this.space = EncodedSpace.of(trials.space());
    this.questions = new Questions(space);
    this.program = program(sampler);
    this.process = start();
  }

  /// A session that is ready to be asked.
  static PythonSession open(PythonSearch.LibrarySampler sampler, Trials trials) throws PythonEnded {
    var session = new PythonSession(sampler, trials);
    boolean ready = false;
    try {
      Json first = session.questions.first(sampler, trials);
      session.name = session.ask(first, answer -> answer.get("ready").asText());
      ready = true;
      return session;
    } finally {
      if (!ready) {
        session.close();
      }
    }
  }

  private static String program(PythonSearch.LibrarySampler sampler) {
    return sampler
        .interpreter()
        .path()
        .map(Path::toString)
        .orElseGet(() -> System.getenv().getOrDefault(VARIABLE, "python3"));
  }

  private PythonProcess start() {
    try {
      return PythonProcess.start(program, script());
    } catch (IOException e) {
      throw PythonFailure.notStarted(sampler, program, e);
    }
  }

  private static String script() {
    try (InputStream in = PythonSession.class.getResourceAsStream(SCRIPT)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The next point. What a searcher sees can be another view of the trials than the last time:
  /// then Python is told all of them.
  Suggestion suggest(Trials trials) throws PythonEnded {
    List<Trial> ended = List.copyOf(trials.ended());
    boolean same = known.size() <= ended.size() && ended.subList(0, known.size()).equals(known);
    Json question = questions.next(trials, same ? known.size() : 0);
    Point point = ask(question, answer -> space.decode(answer.get("values").asArray()));
    known = ended;
    return new Suggestion.Try(trials.space().complete(point), name);
  }

  private <T> T ask(Json question, Function<JsonObject, T> read) throws PythonEnded {
    String line = answer(question);
    try {
      JsonObject answer = Json.parse(line).asObject();
      requireFound(answer);
      return read.apply(answer);
    } catch (IllegalArgumentException e) { // of JSON, or of a parameter
      throw PythonFailure.invalidAnswer(sampler, line, e);
    }
  }

  private String answer(Json question) throws PythonEnded {
    try {
      return process.ask(question.text(), sampler.interpreter().limit(), cache::isCancelled);
    } catch (IOException e) {
      throw new PythonEnded(process.lastOutput(), e);
    } catch (TimeoutException e) {
      throw PythonFailure.timedOut(sampler, process.wrote());
    }
  }

  private void requireFound(JsonObject answer) {
    if (answer.has("missing")) {
      throw PythonFailure.missing(sampler, program, answer.get("missing").asText());
    }
    if (answer.has("error")) {
      throw PythonFailure.failed(sampler, answer.get("error").asText(), process.wrote());
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
