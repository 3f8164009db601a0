package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.DomainEvent.Renaming;
import dev.weir.accountant.journal.chain.DomainEvent.Retiming;
import dev.weir.accountant.journal.meaning.UnitField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The limit of what one privacy unit may lose to all pipelines of a domain, for each period. It is the budget of the
 * first declaration, and from the first period of each raise on the budget of that raise.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. A raise takes effect after every
 * period that a release in the ledger is about, even if the raise itself names an earlier one ({@link LedgerReader}).
 * It takes effect after the previous raise, and its budget is larger ({@link #mayBe}). Therefore the budget of a period
 * never changes once there is a release about it, and a later period never has a smaller budget. The only period of a
 * unit without periods has begun, so its budget is never raised.
 *
 * @param first the first declaration
 * @param raises the raises in their order
 */
public record DomainBudget(Declaration first, List<Raise> raises) {

    public DomainBudget {
        raises = List.copyOf(raises);
    }

    /**
     * Creates a budget without raises.
     *
     * @param declared the declaration
     */
    public static DomainBudget of(Declaration declared) {
        return new DomainBudget(declared, List.of());
    }

    /** The declaration with the newest budget, which a start has to state. */
    public Declaration newest() {
        return raises.isEmpty() ? first : first.with(raises.get(raises.size() - 1));
    }

    /**
     * The declaration with the budget of a period.
     *
     * @param period the number of the period; any number for a unit without periods
     */
    public Declaration in(long period) {
        Declaration declared = first;
        for (Raise raise : raises) {
            declared = raise.from() <= period ? first.with(raise) : declared;
        }
        return declared;
    }

    /**
     * Returns this budget after another declaration; empty if that declaration is not valid here, for example because
     * it is about other units. A declaration after a raise repeats the first budget, and only adds fields. No declaration changes the
     * &delta; that pays for keys: a larger one would let units lose more than the first declaration states, in periods that have begun too.
     */
    Optional<DomainBudget> followedBy(Declaration next) {
        if (!raises.isEmpty()) {
            return first.isKeptBy(next) ? Optional.of(with(next.field())) : Optional.empty();
        }
        boolean isSame = first.unit().equals(next.unit()) && first.keys().equals(next.keys());
        return isSame && first.field().isKeptBy(next.field()) ? Optional.of(of(next)) : Optional.empty();
    }

    /** Returns this budget after another name of the units' field; empty if the field had another name before. */
    Optional<DomainBudget> followedBy(Renaming renaming) {
        UnitField field = first.field();
        return field.isKnown() && field.name().equals(renaming.from())
                ? Optional.of(with(field.renamed(renaming.to())))
                : Optional.empty();
    }

    /** Returns this budget after another field of event times; empty if there was another one before. */
    Optional<DomainBudget> followedBy(Retiming retiming) {
        UnitField field = first.field();
        return field.times().isKnown() && field.times().equals(retiming.from())
                ? Optional.of(with(field.with(retiming.to())))
                : Optional.empty();
    }

    /**
     * Whether a raise may follow: the unit has periods, the raise begins after the previous raise, its budget is larger in the same
     * currency, and its limit of the &delta;s is not smaller.
     *
     * @param next the raise
     */
    public boolean mayBe(Raise next) {
        Raise last = raises.isEmpty() ? null : raises.get(raises.size() - 1);
        return first.unit().isPeriodic() && (last == null || last.from() < next.from()) && isLarger(next);
    }

    private boolean isLarger(Raise next) {
        Declaration last = newest();
        return last.budget().currency() == next.budget().currency()
                && last.budget().compareTo(next.budget()) < 0
                && last.failures().compareTo(next.failures()) <= 0;
    }

    /**
     * Returns this budget with one more raise.
     *
     * @param next a raise that {@link #mayBe} accepts
     */
    public DomainBudget with(Raise next) {
        List<Raise> more = new ArrayList<>(raises);
        more.add(next);
        return new DomainBudget(first, more);
    }

    /**
     * Returns this budget with another field.
     *
     * @param field what tells the unit of a record
     */
    public DomainBudget with(UnitField field) {
        return new DomainBudget(first.with(field), raises);
    }

    /**
     * Whether a declaration states the newest budget or the budget before any of the raises, whatever fields it names.
     *
     * @param declared the declaration
     */
    public boolean hasStated(Declaration declared) {
        Declaration other = declared.with(first.field());
        return other.equals(first)
                || raises.stream().anyMatch(raise -> first.with(raise).equals(other));
    }

    /**
     * Cuts spans of spending at the periods where the budget grows, so that each part has one budget.
     *
     * @param spans spans of periods, each with its spending
     */
    public List<PeriodSpending> cut(List<PeriodSpending> spans) {
        List<PeriodSpending> parts = spans;
        for (Raise raise : raises) {
            long from = raise.from();
            parts = parts.stream()
                    .flatMap(
                            span -> Stream.of(span.within(Long.MIN_VALUE, from - 1), span.within(from, Long.MAX_VALUE)))
                    .flatMap(Optional::stream)
                    .toList();
        }
        return parts;
    }
}
