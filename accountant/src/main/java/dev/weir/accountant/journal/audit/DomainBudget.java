package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.meaning.UnitField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one privacy unit may lose to all pipelines of a domain, period by period: what was declared first, and from the first period of
 * each raise on what that raise says.
 *
 * <p><b>Guarantee.</b> Neighbours: the records of one privacy unit within one period. A raise begins behind every period that the ledger
 * has a release about, whatever it says itself ({@link LedgerReader}), behind the raise before it, and is of a larger budget ({@link
 * #mayBe}). So the budget of a
 * period is the same from the first release about it on for ever: a later raise begins behind that period, and nothing else changes
 * it. Budgets do not get smaller from a period to a later one. Units without periods have one period, which has begun: no raise.
 *
 * @param first what was declared first
 * @param raises in their order, each from the period on that it holds from
 */
public record DomainBudget(Declaration first, List<Raise> raises) {

    public DomainBudget {
        raises = List.copyOf(raises);
    }

    /** A budget that nobody has raised. */
    public static DomainBudget of(Declaration declared) {
        return new DomainBudget(declared, List.of());
    }

    /** The declaration with the budget that was declared last: what a start has to state. */
    public Declaration newest() {
        return raises.isEmpty() ? first : first.with(raises.get(raises.size() - 1));
    }

    /** The declaration with the budget that is in force in a period. */
    public Declaration in(long period) {
        Declaration declared = first;
        for (Raise raise : raises) {
            declared = raise.from() <= period ? first.with(raise) : declared;
        }
        return declared;
    }

    /**
     * The budget once another declaration has followed; empty if it is one of other units. What follows a raise states the first budget again,
     * and only says where ids are read.
     */
    Optional<DomainBudget> followedBy(Declaration next) {
        if (!raises.isEmpty()) {
            return first.isKeptBy(next) ? Optional.of(with(next.field())) : Optional.empty();
        }
        boolean isOfSameField = !first.field().isKnown() || first.field().equals(next.field());
        return first.unit() == next.unit() && isOfSameField ? Optional.of(of(next)) : Optional.empty();
    }

    /** Whether a raise may follow: of a unit with periods, from a later period on than the one before it, and larger. */
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

    /** The budget with a raise that {@link #mayBe}. */
    public DomainBudget with(Raise next) {
        List<Raise> more = new ArrayList<>(raises);
        more.add(next);
        return new DomainBudget(first, more);
    }

    /** The budget of units whose ids are read from a field. */
    public DomainBudget with(UnitField field) {
        return new DomainBudget(first.with(field), raises);
    }

    /** Whether a declaration is the newest one, or one that a raise has followed: of whatever field. */
    public boolean hasStated(Declaration declared) {
        Declaration other = declared.with(first.field());
        return other.equals(first)
                || raises.stream().anyMatch(raise -> first.with(raise).equals(other));
    }

    /** The spans of spending, cut where the budget grows, so that each has one budget. */
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
