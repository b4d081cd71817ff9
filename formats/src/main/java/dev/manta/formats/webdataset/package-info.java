/// WebDataset: samples as files in tar archives.
@NullMarked
package dev.manta.formats.webdataset;

import org.jspecify.annotations.NullMarked;
