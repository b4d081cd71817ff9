package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Connections between ranks of different nodes: nobody else is listened to.
class PythonPeersTest {
  /// A rank that waits for a caller; `call` makes a connection, and `said` is what came of it.
  private static final String RANK =
      """
      import os, socket, threading
      import manta
      one, other, said = manta._PeerSecret(), manta._PeerSecret(), []
      key = one.key(other.public)
      gate = manta._Gate()
      server = socket.create_server(("127.0.0.1", 0))
      address = {"host": "127.0.0.1", "port": server.getsockname()[1]}
      def answer():
          link, _ = server.accept()
          try:
              peer = manta._PeerLink(link, gate)
              said.append(peer.answer(lambda rank: other.key(one.public)))
              while True:
                  said.append(peer.receive())
          except OSError as error:
              said.append(str(error))
              link.close()
      rank = threading.Thread(target=answer, daemon=True)
      rank.start()
      """;

  @Test
  void ranksHearEachOther() throws Exception {
    assertThat(
            Scripts.output(
                RANK
                    + """
                    link = manta._PeerLink.call(address, gate, 3, key)
                    link.send(b"one"); link.send(b""); link.send(b"x" * 3_000_000)
                    link.close()
                    rank.join(30)
                    print(said[0], [len(each) for each in said[1:]], said[-1])
                    """))
        .isEqualTo("3 [3, 0, 3000000, 15] a rank has left\n");
  }

  @Test
  void whoeverHasNotTheKeyIsTurnedAwayOnBothSides() throws Exception {
    assertThat(
            Scripts.output(
                RANK
                    + """
                    try:
                        manta._PeerLink.call(address, gate, 3, os.urandom(32))
                    except OSError as error:
                        print("caller:", error)
                    rank.join(30)
                    print("called:", *said)
                    """))
        .contains("caller: ")
        .contains("called: the other end of a connection is not a rank of this run");
  }

  @Test
  void aPublicNumberFromWhichTheKeyWouldFollowIsRefused() throws Exception {
    assertThat(
            Scripts.output(
                """
                import manta
                for number in (0, 1, manta._PeerSecret.PRIME - 1, manta._PeerSecret.PRIME):
                    try:
                        manta._PeerSecret().key(format(number, "x"))
                    except OSError as refused:
                        print(refused)
                print(manta._PeerSecret.PRIME.bit_length(), pow(3, manta._PeerSecret.PRIME - 1, manta._PeerSecret.PRIME))
                """))
        .isEqualTo("the public number of a rank is none\n".repeat(4) + "2048 1\n");
  }

  @Test
  void aMessageThatWasChangedOrSaidTwiceIsNotTaken() throws Exception {
    assertThat(
            Scripts.output(
                RANK
                    + """
                    link = manta._PeerLink.call(address, gate, 3, key)
                    sent, send = [], link._write
                    link._write = lambda data: (sent.append(bytes(data)), send(data))
                    link.send(b"one")
                    for each in sent:
                        send(each)
                    rank.join(30)
                    print(*said)
                    """))
        .isEqualTo("3 b'one' a message between ranks was changed on its way\n");
  }

  @Test
  void aRankListensAtThePortsOfItsNode() throws Exception {
    assertThat(
            Scripts.output(
                """
                import os, socket
                import manta
                with socket.create_server(("127.0.0.1", 0)) as taken:
                    port = taken.getsockname()[1]
                    os.environ["MANTA_DATA_PORTS"] = f"{port}-{port}"
                    try:
                        manta._bound()
                    except manta.MantaError as refused:
                        print(str(refused).replace(str(port), "N"))
                print(manta._bound().getsockname()[1] == port)
                """))
        .isEqualTo(
            "all ports from N to N are taken at 127.0.0.1; MANTA_DATA_PORTS says where to listen: let it name more ports\nTrue\n");
  }

  /// PyTorch is a fake here, as NCCL needs GPUs.
  @Test
  void groupsAreAbortedWhereAnyOfThemWouldWaitForEverWhateverTheyAreCalled() throws Exception {
    assertThat(
            Scripts.output(
                """
                import sys, types
                import manta
                def group(**backends):
                    of = {device: types.SimpleNamespace(name=lambda name=name: name) for device, name in backends.items()}
                    return types.SimpleNamespace(_device_types=list(of), _get_backend=of.__getitem__)
                def aborts(*groups):
                    aborted = []
                    world = types.SimpleNamespace(pg_names=groups)
                    c10d = types.SimpleNamespace(_world=world, _abort_process_group=lambda: aborted.append(True))
                    sys.modules["torch.distributed"] = types.SimpleNamespace(
                        is_available=lambda: True, is_initialized=lambda: True, get_backend=lambda: "undefined", distributed_c10d=c10d)
                    manta._abort_collectives()
                    return len(aborted)
                print(aborts(group(cpu="gloo")), aborts(group(cpu="gloo", cuda="nccl")), aborts(group(cpu="gloo"), group(cuda="nccl")))
                """))
        .isEqualTo("0 1 1\n");
  }

  @Test
  void theVariablesOfAmdComeFirstWhereItsDriverIs() throws Exception {
    assertThat(
            Scripts.output(
                """
                import os, manta
                os.environ.update(CUDA_VISIBLE_DEVICES="0,1")
                print(*manta._devices_of_node(True))
                os.environ.update(ROCR_VISIBLE_DEVICES="2,3")
                print(*manta._devices_of_node(False))
                print(*manta._devices_of_node(True))
                os.environ.update(HIP_VISIBLE_DEVICES="1")
                print(*manta._devices_of_node(True))
                """))
        .isEqualTo(
            "CUDA_VISIBLE_DEVICES 0,1\nCUDA_VISIBLE_DEVICES 0,1\nROCR_VISIBLE_DEVICES 2,3\nHIP_VISIBLE_DEVICES 1\n");
  }

  @Test
  void theDevicesOfANodeAreTheSameInEveryAttempt() throws Exception {
    assertThat(
            Scripts.output(
                """
                import manta
                place = {"device": "cuda:2", "node": "a"}
                offers = [{"device": "cuda:2", "node": "a"}, {"device": "cuda:3", "node": "a"}, {"device": "cuda:0", "node": "b"}]
                print(manta._visible_devices(place, offers, "4,5,6,7"), manta._visible_devices(place, offers, ""))
                """))
        .isEqualTo("6,7 2,3\n");
  }
}
