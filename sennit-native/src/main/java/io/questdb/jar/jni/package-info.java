/**
 * The one class by which Lance's Java library finds its native code, under the name Lance calls it by. The original
 * (org.questdb:jar-jni) unpacks 180 MB at every start of a JVM; this one unpacks once per machine.
 *
 * <p><b>Must not know</b> anything but {@link dev.sennit.nativelib}.
 */
@NullMarked
package io.questdb.jar.jni;

import org.jspecify.annotations.NullMarked;
