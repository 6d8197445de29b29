package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.migration.TypeDraft.PropertyDraft;
import java.util.List;

/**
 * A property to which both sides of a merge applied DEFAULT, with values that differ: the elements there were have one on
 * one side and another on the other, although nobody has set either.
 *
 * @param property its identity in the united schema
 * @param subject what it is called: {@code Airport.hub}
 * @param ours what our side applied, from the beginning
 * @param theirs what their side applied
 */
public record DivergentDefault(
        PropertyId property, String subject, List<AppliedDefault> ours, List<AppliedDefault> theirs) {
    public DivergentDefault {
        ours = List.copyOf(ours);
        theirs = List.copyOf(theirs);
    }

    /** The first of ours that is not theirs. */
    public AppliedDefault our() {
        return ours.get(common(ours, theirs));
    }

    /** The first of theirs that is not ours. */
    public AppliedDefault their() {
        return theirs.get(common(ours, theirs));
    }

    /** How many values both gave, one after the other, before they differ or one ends. */
    public static int common(List<AppliedDefault> one, List<AppliedDefault> other) {
        int most = Math.min(one.size(), other.size());
        for (int i = 0; i < most; i++) {
            if (!one.get(i).givesSameAs(other.get(i))) {
                return i;
            }
        }
        return most;
    }

    /** Whether all that the other gave, the one gave first. */
    static boolean isBegunBy(PropertyDraft one, PropertyDraft other) {
        return common(one.defaults(), other.defaults()) == other.defaults().size();
    }
}
