package dev.weir.jobs.sample;

import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks for terms under which values of a query are off by less, by {@link QueryMeasure}: term by term, each on top of
 * the better choices of those before. A choice is recommended only where it is better by itself too, so that whoever
 * takes one of several wins by it, and where the figures that are printed show that.
 */
final class BetterTerms {

    /** A choice must take away such a part of how far values are off, at least: less is chance. */
    private static final double WORTH = 0.02;

    private final QueryMeasure measure;
    private final PricedQuery configured;
    private final double off;
    private final Map<Term, Recommendation> found = new HashMap<>();
    private PricedQuery best;
    private double least;

    BetterTerms(QueryMeasure measure, PricedQuery configured, List<Term> terms) {
        this.measure = measure;
        this.configured = configured;
        this.off = measure.off(configured);
        this.best = configured;
        this.least = off;
        terms.forEach(this::seek);
    }

    private void seek(Term term) {
        Change choice = null;
        PricedQuery chosen = best;
        double reached = least * (1 - WORTH);
        for (Change change : term.choices()) {
            Optional<PricedQuery> candidate = change.of(best);
            double with = candidate.map(measure::off).orElse(Double.POSITIVE_INFINITY);
            if (with < reached) {
                reached = with;
                choice = change;
                chosen = candidate.orElseThrow();
            }
        }
        if (choice != null) {
            accept(term, choice, chosen, reached);
        }
    }

    private void accept(Term term, Change choice, PricedQuery chosen, double reached) {
        Optional<PricedQuery> alone = choice.of(configured);
        double offAlone = alone.map(measure::off).orElse(Double.POSITIVE_INFINITY);
        if (offAlone < off * (1 - WORTH) && Percent.differ(offAlone, off)) {
            found.put(term, new Recommendation(term, choice, alone.orElseThrow(), offAlone));
            best = chosen;
            least = reached;
        }
    }

    /** The better choice of a term; nothing where the pipeline's suits. */
    Optional<Recommendation> of(Term term) {
        return Optional.ofNullable(found.get(term));
    }

    List<Recommendation> all() {
        return new ArrayList<>(found.values());
    }

    /** How far values are off on average with the pipeline's terms. */
    double off() {
        return off;
    }

    /** How far values are off on average with all of them. */
    double least() {
        return least;
    }
}
