package dev.manta.storage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.CountedStorage;
import dev.manta.data.CountedStorageProvider;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StoragesTest {
  private static final Location A = Location.parse("counted:bucket/a");
  private static final Location B = Location.parse("counted:bucket/b");

  /// Brings classes of its own, as a program's jar does.
  private static final class OwnClasses extends ClassLoader {
    private static final Set<String> OWN =
        Set.of(CountedStorageProvider.class.getName(), CountedStorage.class.getName());

    OwnClasses() {
      super(StoragesTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!OWN.contains(name)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(getParent().getResourceAsStream(file))) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  private static Storage as(ClassLoader loader, Location at) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(loader);
    try {
      return Storages.at(at);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  @Test
  void aBucketIsOpenedOnce() {
    assertThat(Storages.at(A)).isSameAs(Storages.at(B));
  }

  @Test
  void anotherBucketIsAnotherStorage() {
    assertThat(Storages.at(A)).isNotSameAs(Storages.at(Location.parse("counted:other/a")));
  }

  @Test
  void aClassLoaderGetsTheStorageOfItsOwnClasses() {
    ClassLoader mine = new OwnClasses();
    Storages.at(A);
    assertThat(as(mine, A).getClass().getClassLoader()).isSameAs(mine);
    assertThat(as(mine, A)).isSameAs(as(mine, B));
    assertThat(Storages.at(A)).isInstanceOf(CountedStorage.class);
  }
}
