package dev.manta.stores.internal.objects;

import dev.manta.storage.StorageTraffic;
import dev.manta.stores.internal.credentials.CredentialChain;
import dev.manta.stores.internal.http.ArrayBody;
import dev.manta.stores.internal.http.Bodies;
import dev.manta.stores.internal.http.Exchange;
import dev.manta.stores.internal.http.Progress;
import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.Hashes;
import dev.manta.stores.internal.sign.Signer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks a store until it has answered: signs, waits and tries again, follows a bucket to its
/// region.
public final class StoreClient {
  private static final Set<Integer> PASSING = Set.of(408, 409, 425, 429, 500, 502, 503, 504);

  /// A body that was damaged on its way, or came too slowly.
  private static final Set<String> PASSING_CODES =
      Set.of("RequestTimeout", "BadDigest", "IncompleteBody", "XAmzContentSHA256Mismatch");

  /// Of credentials that may have been renewed elsewhere.
  private static final Set<String> ENDED =
      Set.of(
          "ExpiredToken",
          "ExpiredTokenException",
          "TokenRefreshRequired",
          "InvalidToken",
          "InvalidAccessKeyId");

  private static final Duration BRIEF = Duration.ofMillis(500);
  private static final Duration COMPLETION = Duration.ofMinutes(15);

  /// What a server says becomes part of the name of a host.
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,40}");

  private final Exchange exchange;
  private final CredentialChain credentials;
  private final Backoff backoff;
  private final InstantSource clock;
  private final Meter meter = new Meter();
  private final Semaphore slots;
  private final int partMemory;
  private final Semaphore partMebibytes;
  private final Semaphore readSlots;
  private volatile StoreSettings settings;
  private volatile boolean checksumsRefused;

  public StoreClient(
      StoreSettings settings,
      CredentialChain credentials,
      Exchange exchange,
      Backoff backoff,
      InstantSource clock) {
    this.settings = settings;
    this.credentials = credentials;
    this.exchange = exchange;
    this.backoff = backoff;
    this.clock = clock;
    this.slots = new Semaphore(settings.connections(), true);
    this.partMemory = PartSizes.memory(Runtime.getRuntime().maxMemory());
    this.partMebibytes = new Semaphore(partMemory, true);
    this.readSlots = new Semaphore(settings.connections(), true);
  }

  StoreSettings settings() {
    return settings;
  }

  /// Whoever sends a part or deletes an object has one of these.
  Semaphore slots() {
    return slots;
  }

  /// Whoever has a part in memory has as many of these as it has megabytes.
  Semaphore partMebibytes() {
    return partMebibytes;
  }

  /// How many of them a part needs: a part that is larger than all of them goes alone.
  int mebibytes(long part) {
    return (int) Math.min(Math.ceilDiv(part, PartSizes.MEBIBYTE), partMemory);
  }

  /// Whoever reads a range has one of these: its reader may be about to send it as a part, and must
  /// not wait for itself.
  Semaphore readSlots() {
    return readSlots;
  }

  Meter meter() {
    return meter;
  }

  /// What has gone over the network so far.
  public StorageTraffic traffic() {
    return meter.traffic();
  }

  /// Whether the server takes checksums, as far as is known.
  boolean sendsChecksums() {
    return !checksumsRefused;
  }

  Answer call(Call call) {
    return call(() -> call);
  }

  /// The first answer that trying again would not change.
  ///
  /// @param next the call of each try
  Answer call(Supplier<Call> next) {
    Attempt attempt = new Attempt();
    Call call = next.get();
    try {
      while (true) {
        Optional<Answer> answer = attempt.make(call);
        if (answer.isPresent()) {
          return answer.get();
        }
        call = next.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.interrupted(call);
    }
  }

  /// One try of some hundred milliseconds, for who has been interrupted and has to come to an end.
  void callBriefly(Call call) {
    try {
      once(call, credential(call), BRIEF);
    } catch (IOException e) {
      throw Failures.of(call, e, settings, 1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.interrupted(call);
    }
  }

  /// The tries of one call and what is known from those before.
  private final class Attempt {
    private final Backoff.Tries tries = backoff.new Tries(clock, ThreadLocalRandom.current());
    private boolean unsure;
    private boolean unchecked;
    private int follows;

    /// The answer, or empty where the call is to be made again.
    Optional<Answer> make(Call wanted) throws InterruptedException {
      Call call = checksumsRefused || unchecked ? wanted.unchecked() : wanted;
      Credential credential = credential(call);
      try {
        Answer answer = once(call, credential, patience(call)).unsure(unsure);
        if (!isPassing(answer)) {
          return settled(call, answer, credential);
        }
        unsure |= answer.status() >= 500;
        later(call, answer, null);
      } catch (IOException e) {
        unsure = true;
        later(call, null, e);
      }
      return Optional.empty();
    }

    private void later(Call call, @Nullable Answer answer, @Nullable IOException broken)
        throws InterruptedException {
      if ((broken != null && Failures.isLasting(broken)) || !tries.again()) {
        throw answer != null
            ? Failures.of(call, answer, settings, tries.done())
            : Failures.of(call, broken, settings, tries.done());
      }
      meter.retry();
    }

    private Optional<Answer> settled(Call call, Answer answer, Credential credential) {
      checksumsRefused |= unchecked && answer.isFine();
      boolean again =
          !answer.isFine()
              && follows < 3
              && (movesTo(answer) || isRenewed(answer, credential) || isUnchecked(call, answer));
      if (again) {
        follows++;
        meter.retry();
      }
      return again ? Optional.empty() : Optional.of(answer);
    }

    /// A server that knows no checksums gets none from now on, once it has taken a call without.
    private boolean isUnchecked(Call call, Answer answer) {
      unchecked =
          call.checksum().isPresent()
              && (answer.status() == 501
                  || (answer.status() == 400 && Failures.mayMeanHeaders(answer.code())));
      return unchecked;
    }
  }

  private static boolean isPassing(Answer answer) {
    return PASSING.contains(answer.status())
        || (answer.status() == 400 && PASSING_CODES.contains(answer.code()));
  }

  private boolean movesTo(Answer answer) {
    boolean moved = answer.status() == 301 || answer.status() == 307 || answer.status() == 400;
    if (settings.dialect() != Dialect.AMAZON) {
      return false;
    }
    String region =
        answer.header("x-amz-bucket-region").orElseGet(() -> answer.error().get("Region"));
    if (!moved || !REGION.matcher(region).matches() || region.equals(settings.region())) {
      return false;
    }
    settings = settings.in(region);
    return true;
  }

  private boolean isRenewed(Answer answer, Credential credential) {
    return ENDED.contains(answer.code()) && credentials.refused(credential);
  }

  private Credential credential(Call call) throws InterruptedException {
    try {
      return credentials.get();
    } catch (IOException e) {
      throw Failures.withoutCredentials(call, e, settings);
    }
  }

  private Duration patience(Call call) {
    return call.isCompletion() ? COMPLETION : exchange.patience();
  }

  private Answer once(Call call, Credential credential, Duration patience)
      throws IOException, InterruptedException {
    Progress progress = new Progress();
    meter.request();
    HttpRequest request = request(call, credential, progress);
    HttpResponse.BodyHandler<byte[]> handler =
        call.sink()
            .map(sink -> Bodies.segment(sink, progress))
            .orElseGet(() -> said(call, progress));
    HttpResponse<byte[]> answer = exchange.send(request, handler, progress, patience);
    return Answer.of(call, answer.statusCode(), answer.headers(), answer.body());
  }

  private static HttpResponse.BodyHandler<byte[]> said(Call call, Progress progress) {
    boolean whole = call.isObject() && !call.headers().containsKey("range");
    return whole ? Bodies.object(progress) : Bodies.array(progress);
  }

  private HttpRequest request(Call call, Credential credential, Progress progress) {
    StoreSettings now = settings;
    URI uri = now.uri(call.key(), call.query());
    Payload payload = call.payload();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(
                call.method(),
                payload.length() == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : new ArrayBody(payload.bytes(), payload.length(), progress));
    signed(call, credential, now, uri).forEach(request::setHeader);
    return request.build();
  }

  private Map<String, String> signed(Call call, Credential credential, StoreSettings now, URI uri) {
    SortedMap<String, String> headers = new TreeMap<>(call.headers());
    call.checksum().ifPresent(header -> headers.put(header.getKey(), header.getValue()));
    Signer signer = new Signer(now.dialect().scheme(), now.region(), now.dialect().service());
    var request = new Signer.Request(call.method(), uri, headers, payloadHash(call, now));
    return signer.sign(request, credential, clock.instant());
  }

  /// TLS keeps a body from being changed on its way, and a checksum finds what the network damages:
  /// its hash would cost more than all else. Without TLS a signature is all that protects it.
  private static String payloadHash(Call call, StoreSettings now) {
    Payload payload = call.payload();
    return now.isSecure() && call.checksum().isPresent()
        ? Signer.UNSIGNED
        : Hashes.sha256(payload.bytes(), payload.length());
  }
}
