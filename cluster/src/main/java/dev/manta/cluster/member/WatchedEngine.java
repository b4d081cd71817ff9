package dev.manta.cluster.member;

import dev.manta.internal.link.LinkListener;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/// The TLS of one caller: tells why its handshake fails. One that takes too long fails with the
/// next byte that comes.
final class WatchedEngine extends SSLEngine {
  private final SSLEngine engine;
  private final Consumer<String> refused;
  private final long begun = System.nanoTime();
  private volatile boolean known;

  /// @param refused hears why somebody is turned away
  WatchedEngine(SSLEngine engine, Consumer<String> refused) {
    this.engine = engine;
    this.refused = refused;
  }

  private SSLEngineResult watched(SSLEngineResult result) {
    known |= result.getHandshakeStatus() == HandshakeStatus.FINISHED;
    return result;
  }

  private SSLException told(SSLException why) {
    if (!known) {
      refused.accept(String.valueOf(why.getMessage()));
    }
    return why;
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    try {
      return watched(engine.wrap(from, offset, length, to));
    } catch (SSLException e) {
      throw told(e);
    }
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    try {
      requireInTime();
      return watched(engine.unwrap(from, to, offset, length));
    } catch (SSLException e) {
      throw told(e);
    }
  }

  private void requireInTime() throws SSLException {
    if (!known && System.nanoTime() - begun > LinkListener.STRANGER.toNanos()) {
      throw new SSLException(
          "it did not say who it is within " + LinkListener.STRANGER.toSeconds() + " s");
    }
  }

  @Override
  public Runnable getDelegatedTask() {
    return engine.getDelegatedTask();
  }

  @Override
  public void closeInbound() throws SSLException {
    engine.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return engine.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    engine.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return engine.isOutboundDone();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return engine.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return engine.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    engine.setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return engine.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return engine.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    engine.setEnabledProtocols(protocols);
  }

  @Override
  public SSLSession getSession() {
    return engine.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return engine.getHandshakeSession();
  }

  @Override
  public void beginHandshake() throws SSLException {
    engine.beginHandshake();
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return engine.getHandshakeStatus();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return engine.getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    engine.setSSLParameters(parameters);
  }

  @Override
  public void setUseClientMode(boolean client) {
    engine.setUseClientMode(client);
  }

  @Override
  public boolean getUseClientMode() {
    return engine.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    engine.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return engine.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    engine.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return engine.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean may) {
    engine.setEnableSessionCreation(may);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return engine.getEnableSessionCreation();
  }
}
