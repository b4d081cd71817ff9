/// What the page and programs can ask for, one class for each subject.
@NullMarked
package dev.manta.dashboard.internal.api;

import org.jspecify.annotations.NullMarked;
