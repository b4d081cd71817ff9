package dev.manta.dashboard.internal.web;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/// What is answered.
public sealed interface WebAnswer {
  int OK = 200;
  int SEE_OTHER = 303;
  int NOT_MODIFIED = 304;
  int BAD_REQUEST = 400;
  int UNAUTHORIZED = 401;
  int FORBIDDEN = 403;
  int NOT_FOUND = 404;
  int METHOD_NOT_ALLOWED = 405;
  int CONFLICT = 409;
  int TOO_LARGE = 413;
  int BROKEN = 500;
  int STORAGE_BROKEN = 502;
  int BUSY = 503;

  int status();

  Map<String, String> headers();

  /// All of it at once.
  record Whole(int status, Map<String, String> headers, byte[] body) implements WebAnswer {
    public Whole {
      headers = Map.copyOf(headers);
    }
  }

  /// Something that is written while it is made, or that has no end.
  record Streamed(Map<String, String> headers, Body body) implements WebAnswer {
    public Streamed {
      headers = Map.copyOf(headers);
    }

    @Override
    public int status() {
      return OK;
    }
  }

  /// Writes an answer.
  interface Body {
    void writeTo(OutputStream out) throws IOException, InterruptedException;
  }

  static WebAnswer json(Json json) {
    return json(json.bytes());
  }

  static WebAnswer json(byte[] utf8) {
    return new Whole(OK, Map.of("Content-Type", "application/json"), utf8);
  }

  static WebAnswer png(byte[] file) {
    return new Whole(OK, Map.of("Content-Type", "image/png"), file);
  }

  static WebAnswer error(int status, String message) {
    byte[] body = JsonObject.builder().put("error", message).build().bytes();
    return new Whole(status, Map.of("Content-Type", "application/json"), body);
  }

  static WebAnswer notFound(String what) {
    return error(NOT_FOUND, what);
  }

  static WebAnswer seeOther(String where, Map<String, String> headers) {
    var all = new TreeMap<>(headers);
    all.put("Location", where);
    return new Whole(SEE_OTHER, all, new byte[0]);
  }

  /// Something to keep as a file.
  static WebAnswer download(String type, String name, Body body) {
    String file = name.replaceAll("[^A-Za-z0-9._-]", "_");
    String disposition = "attachment; filename=\"" + file + "\"";
    return new Streamed(Map.of("Content-Type", type, "Content-Disposition", disposition), body);
  }
}
