package dev.manta.stores.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Answers as servers give them, and as they should not.
@Timeout(300)
class DirectTransportTest {
  private interface Server {
    void serve(Socket client) throws IOException;
  }

  private final List<Socket> clients = new CopyOnWriteArrayList<>();
  private ServerSocket door;
  private Exchange exchange;

  @BeforeEach
  void open() throws IOException {
    door = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
    var environment = new Environment(Map.of(), Path.of("/nowhere"));
    exchange = new Exchange(Clients.store(environment, true), Duration.ofSeconds(10));
  }

  @AfterEach
  void close() throws IOException {
    door.close();
    for (Socket client : clients) {
      client.close();
    }
  }

  private void serve(Server server) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  Socket client = door.accept();
                  clients.add(client);
                  server.serve(client);
                }
              } catch (IOException over) {
                // The test has ended.
              }
            });
  }

  private static void readHead(Socket client) throws IOException {
    int state = 0;
    while (state < 4) {
      int next = client.getInputStream().read();
      if (next < 0) {
        throw new IOException("no request");
      }
      state = next == "\r\n\r\n".charAt(state) ? state + 1 : 0;
    }
  }

  private static void say(Socket client, String text) throws IOException {
    client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + door.getLocalPort() + "/a"));
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    var progress = new Progress();
    return exchange.send(request, Bodies.array(progress), progress, Duration.ofSeconds(10));
  }

  private String get() throws IOException, InterruptedException {
    return new String(send(request().build()).body(), StandardCharsets.UTF_8);
  }

  @Test
  void oneConnectionCarriesRequestsOneAfterTheOther() throws Exception {
    serve(
        client -> {
          for (int i = 0; i < 3; i++) {
            readHead(client);
            say(client, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n" + i);
          }
        });
    assertThat(List.of(get(), get(), get())).containsExactly("0", "1", "2");
    assertThat(clients).hasSize(1);
  }

  @Test
  void aConnectionThatTheServerHasClosedIsNotUsedAgain() throws Exception {
    var closed = new CountDownLatch(1);
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
          client.close();
          closed.countDown();
        });
    get();
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(get()).isEqualTo("x");
    assertThat(clients).hasSize(2);
  }

  @Test
  void partsOfUnknownNumberAreJoined() throws Exception {
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n");
          say(
              client,
              "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nz: 1\r\n\r\n");
          readHead(client);
          say(client, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        });
    assertThat(List.of(get(), get())).containsExactly("abcde", "ok");
    assertThat(clients).hasSize(1);
  }

  @Test
  void anAnswerWithoutLengthEndsWithItsConnection() throws Exception {
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 200 OK\r\n\r\nall of it");
          client.close();
        });
    assertThat(get()).isEqualTo("all of it");
  }

  @Test
  void anAnswerThatIsCutShortIsAnError() {
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
          client.close();
        });
    assertThatThrownBy(this::get)
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("the answer ended after 4 of 10 bytes");
  }

  @Test
  void whatIsNoAnswerIsAnError() {
    serve(
        client -> {
          readHead(client);
          say(client, "SSH-2.0-OpenSSH\r\n\r\n");
        });
    assertThatThrownBy(this::get).hasMessageContaining("not one of HTTP/1.1");
  }

  @Test
  void aRefusalIsHeardWhileTheBodyIsStillSent() throws Exception {
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno");
        });
    var progress = new Progress();
    var body = new ArrayBody(new byte[64 << 20], 64 << 20, progress);
    HttpResponse<byte[]> answer = send(request().PUT(body).build());
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("no");
  }

  @Test
  void headersWithoutEndAreAnError() {
    serve(
        client -> {
          readHead(client);
          say(client, "HTTP/1.1 200 OK\r\n" + ("a: " + "x".repeat(1000) + "\r\n").repeat(300));
        });
    assertThatThrownBy(this::get).hasMessageContaining("too long");
  }

  @Test
  void aHostThatNobodyKnowsIsNamedByItsError() {
    HttpRequest nowhere = HttpRequest.newBuilder(URI.create("http://nowhere.invalid/")).build();
    assertThatThrownBy(() -> send(nowhere)).isInstanceOf(java.net.UnknownHostException.class);
  }
}
