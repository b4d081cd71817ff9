package dev.manta.internal.code;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Member;

/// Members of the user's classes that Manta calls though they may not be public.
public final class Accessible {
  private Accessible() {}

  /// Lets a member be called; throws where the module that it is in keeps it to itself.
  public static <M extends AccessibleObject & Member> void make(M member) {
    try {
      member.setAccessible(true);
    } catch (InaccessibleObjectException closed) {
      throw new MantaException(ErrorCode.USER, advice(member.getDeclaringClass()), closed);
    }
  }

  private static String advice(Class<?> type) {
    String own = Accessible.class.getModule().getName();
    return "module %s keeps %s from Manta: add `opens %s%s;` to its module-info.java"
        .formatted(
            type.getModule().getName(),
            type.getName(),
            type.getPackageName(),
            own == null ? "" : " to " + own);
  }
}
