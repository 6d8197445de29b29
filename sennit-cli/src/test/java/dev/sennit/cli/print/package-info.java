@org.jspecify.annotations.NullMarked
package dev.sennit.cli.print;
