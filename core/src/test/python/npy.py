"""Writes src/test/resources/npy: arrays in orders other than the usual ones. Run it in the module's directory."""

import pathlib

import numpy as np

out = pathlib.Path("src/test/resources/npy")
out.mkdir(parents=True, exist_ok=True)
cube = np.arange(4 * 3 * 2).reshape(4, 3, 2)
for kind in (">i2", ">i4", ">i8", ">u8", ">f2", ">f4", ">f8"):
    np.save(out / f"big-{kind[1:]}.npy", cube[:, :, 0].astype(kind))
np.save(out / "fortran-2.npy", np.asfortranarray(cube[:, :, 1].astype("<f4")))
np.save(out / "fortran-3.npy", np.asfortranarray(cube.astype("<i4")))
np.save(out / "fortran-big.npy", np.asfortranarray(cube.astype(">f8")))
np.save(out / "fortran-bool.npy", np.asfortranarray(cube[:, :, 0] % 3 == 0))
np.savez(out / "plain.npz", a=np.asfortranarray(cube.astype(">i2")), b=np.arange(4))
np.savez_compressed(out / "packed.npz", a=np.asfortranarray(cube.astype(">i2")), b=np.arange(4))
