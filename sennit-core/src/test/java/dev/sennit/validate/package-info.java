/** Tests of the constraint evaluator. */
@org.jspecify.annotations.NullMarked
package dev.sennit.validate;
