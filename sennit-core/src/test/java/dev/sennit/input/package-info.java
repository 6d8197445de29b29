/** Tests of reading users' files. */
@org.jspecify.annotations.NullMarked
package dev.sennit.input;
