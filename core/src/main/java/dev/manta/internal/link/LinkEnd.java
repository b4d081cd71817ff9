package dev.manta.internal.link;

/// Why a resumable link is over.
public sealed interface LinkEnd {
  /// What to tell a person.
  String words();

  /// This end closed it.
  record Closed() implements LinkEnd {
    @Override
    public String words() {
      return "this end has closed the link";
    }
  }

  /// The other end closed it.
  record ClosedByPeer(String why) implements LinkEnd {
    @Override
    public String words() {
      return "the other end has closed the link" + (why.isEmpty() ? "" : ": " + why);
    }
  }

  /// The other end was not heard for too long.
  record Silent(long millis, String lastFailure) implements LinkEnd {
    @Override
    public String words() {
      String failure = lastFailure.isEmpty() ? "" : " (" + lastFailure + ")";
      return "the other end was not heard for %s ms%s".formatted(millis, failure);
    }
  }

  /// The other end's process was not there for too long, though its machine answers.
  record Vacant(long millis) implements LinkEnd {
    @Override
    public String words() {
      return "nobody has listened at the other end for %s ms, though its machine answers"
          .formatted(millis);
    }
  }

  /// One of the ends has begun another life: what was under way between them is lost.
  record Restarted(String who) implements LinkEnd {
    @Override
    public String words() {
      return who + " was restarted: what it knew of this link is lost";
    }
  }

  /// The other end broke the rules, or says that this one did.
  record Violated(String what) implements LinkEnd {
    @Override
    public String words() {
      return "the rules of the link were broken: " + what;
    }
  }

  /// The other end does not let this one in.
  record Refused(String why) implements LinkEnd {
    @Override
    public String words() {
      return "this end was refused: " + why;
    }
  }
}
