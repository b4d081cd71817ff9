/// The documentation as a thing that is checked: code shown in it, links between its pages.
@org.jspecify.annotations.NullMarked
package dev.manta.it.docs;
