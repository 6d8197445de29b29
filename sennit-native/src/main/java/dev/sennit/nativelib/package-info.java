/**
 * Native libraries unpacked from jars into a cache that all processes of a user share.
 *
 * <p><b>Enter at</b> {@link dev.sennit.nativelib.NativeLibraries}.
 *
 * <p><b>Invariants.</b> A file under its final name is complete: it was written under a temporary name and renamed. The
 * name carries the content's identity, so files are never replaced.
 *
 * <p><b>Must not know</b> Lance or Arrow beyond the names of their loaders.
 */
@NullMarked
package dev.sennit.nativelib;

import org.jspecify.annotations.NullMarked;
