/// The pages of the documentation, and the code that they show.
@org.jspecify.annotations.NullMarked
package dev.manta.it.docs;
