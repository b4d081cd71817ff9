package dev.manta.it.scan;

import dev.manta.internal.link.LinkOpening;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PeerPrints;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/// What a stranger does at a port.
enum Attack {
  PLAIN_TEXT {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(socket, "hello, is anybody there?\n".getBytes(StandardCharsets.UTF_8));
    }
  },
  HTTP {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(socket, "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    }
  },
  TLS_WITHOUT_CERTIFICATE {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(anonymous(socket), "hello".getBytes(StandardCharsets.UTF_8));
    }
  },
  TLS_FOREIGN_CERTIFICATE {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(foreign(socket), "hello".getBytes(StandardCharsets.UTF_8));
    }
  },
  TLS_INTRODUCED_BY_NOBODY {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      SSLSocket shaken = foreign(socket);
      say(shaken, LinkOpening.introduced());
    }
  },
  SERIALISED_OBJECT {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(socket, serialised());
    }
  },
  SERIALISED_OBJECT_IN_TLS {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(foreign(socket), serialised());
    }
  },
  GARBAGE_OF_1_MB {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      byte[] bytes = new byte[1 << 20];
      new Random(7).nextBytes(bytes);
      say(socket, bytes);
    }
  },
  HUGE_LENGTH {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      say(socket, new byte[] {0x7f, -1, -1, -1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, -1, -1, -1});
    }
  },
  HUGE_LENGTH_IN_TLS {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      SSLSocket shaken = foreign(socket);
      var bytes = new ByteArrayOutputStream();
      bytes.write(LinkOpening.introduced());
      bytes.write(new byte[] {2, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, -1, -1, -1});
      say(shaken, bytes.toByteArray());
    }
  },
  REPLAYED_PROOF {
    @Override
    void on(Socket socket, LinkToken token) throws IOException {
      byte[] kept;
      PinnedTls tls = stranger();
      try (var first = new Socket(socket.getInetAddress(), socket.getPort())) {
        SSLSocket shaken = tls.shake(first, true, PeerPrints.any());
        kept = LinkOpening.shown(token, shaken.getSession(), tls.print());
        say(shaken, kept);
      }
      say(tls.shake(socket, true, PeerPrints.any()), kept);
    }
  },
  SLOW_LORIS {
    @Override
    void on(Socket socket, LinkToken token) throws IOException, InterruptedException {
      byte[] hello = {0x16, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3};
      for (int i = 0; i < 40; i++) {
        say(socket, new byte[] {hello[Math.min(i, hello.length - 1)]});
        Thread.sleep(200);
      }
    }
  },
  HALF_OPEN {
    @Override
    void on(Socket socket, LinkToken token) {}
  };

  /// Does it; an exception is the other end's way to refuse.
  ///
  /// @param token one that the other end takes, if any end does
  abstract void on(Socket socket, LinkToken token) throws IOException, InterruptedException;

  String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /// All of them at one port, at the same time.
  static List<PortAttack> at(InetSocketAddress port, LinkToken token) throws InterruptedException {
    List<PortAttack> all = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (Attack attack : values()) {
      var one = new PortAttack(attack, port);
      all.add(one);
      threads.add(Thread.ofVirtual().start(() -> one.run(token)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    return all;
  }

  private static void say(Socket socket, byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  private static byte[] serialised() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(new ArrayList<>(List.of("run", "this")));
    }
    return bytes.toByteArray();
  }

  private static PinnedTls stranger() {
    return new PinnedTls(ProcessIdentity.create());
  }

  private static SSLSocket foreign(Socket socket) throws IOException {
    return stranger().shake(socket, true, PeerPrints.any());
  }

  private static SSLSocket anonymous(Socket socket) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(null, new TrustManager[] {new TrustsAll()}, new SecureRandom());
      String host = socket.getInetAddress().getHostAddress();
      var shaken =
          (SSLSocket) context.getSocketFactory().createSocket(socket, host, socket.getPort(), true);
      shaken.startHandshake();
      return shaken;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS 1.3", e);
    }
  }
}
