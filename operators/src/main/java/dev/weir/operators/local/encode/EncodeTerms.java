package dev.weir.operators.local.encode;

import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.accountant.privacy.Budget;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;

/**
 * What is encoded: a question, whose answers are in records, and the allowance of each person.
 *
 * <p><b>Guarantee.</b> Neighbours are two streams with the same records, in one of which the answers of one person in one
 * period are others of the question's options or of its range. Every report that is drawn costs its person at most &epsilon;
 * ({@link dev.weir.accountant.local.LocalMechanism}), draws are independent, so n of them cost n &epsilon;: Dwork, Kenthapadi,
 * McSherry, Mironov and Naor (2006), Theorem 1. That a person answers, when and how often is no part of this promise. Where
 * reports are remembered, the two streams must also have the same pattern of equal answers ({@link
 * dev.weir.accountant.local.client.Memo}).
 *
 * @param question the question, with the mechanism that draws its reports
 * @param version the version of the question, which must increase when what its reports mean changes; at least 1
 * @param epsilon the most that one drawn report costs, in nats: at least the &epsilon; of the mechanism
 * @param allowance how many reports of a person are sent and drawn
 */
public record EncodeTerms(Question question, int version, BigDecimal epsilon, ReportAllowance allowance)
        implements Serializable {

    /** The most different answers: an answer travels as a whole number of 31 bits. */
    public static final long MOST_ANSWERS = Integer.MAX_VALUE;

    /** What ids of units are called in the ledger, before the name of their field. */
    private static final String ANSWERS = "answers of ";

    /** @throws IllegalArgumentException if a range has too many steps, or {@code epsilon} is below what the mechanism costs */
    public EncodeTerms {
        // the mechanism rounds its loss up
        if (question.mechanism().epsilon() > epsilon.doubleValue() * (1 + 1e-12)) {
            throw new IllegalArgumentException("epsilon must be at least what a report of the mechanism costs");
        }
        if (question instanceof NumberQuestion number
                && number.mechanism().range().width() >= MOST_ANSWERS) {
            throw new IllegalArgumentException("grid must leave the range fewer than 2^31 - 1 steps");
        }
    }

    /** The most that one person loses in one period, in nats. */
    public BigDecimal epsilonOfPeriod() {
        return epsilon.multiply(BigDecimal.valueOf(allowance.draws()));
    }

    /**
     * The value that a mechanism takes.
     *
     * @param answer the number of an option, or how many steps a number is above the lowest of its range; at least 0
     */
    long value(int answer) {
        return question instanceof NumberQuestion number
                ? number.mechanism().range().low() + answer
                : answer;
    }

    /**
     * The plan by which records pass the operators that all kinds of jobs have in common, and by which the ledger grants the
     * job a share of its domain's budget. Its unit is one person in one period. Its only query stands for the question: its
     * windows are the periods, so that records are late by them and adoptions close them; its share is what one person may
     * lose in one. It is never released as a count.
     *
     * <p>The ledger knows units by another name than it does for aggregates: the neighbours are others, and losses by
     * different neighbours do not add up. So a domain has encoded questions alone, or none.
     *
     * @param domain the ledger domain: not blank, without a slash
     * @param timing the bounds by which a record is too late or too early
     * @param ids the name and form of the ids of persons
     * @param reads how a record is read: its format, and its fields with the answer and the time
     * @throws IllegalArgumentException if the loss of a period is out of range
     */
    public Plan plan(String domain, TimeBounds timing, UnitName ids, String reads) {
        Query asked = new Query(
                question.name(),
                version,
                reads + " " + description(),
                new DeclaredKeys(List.of("reports of " + question.name())),
                new TumblingWindow(allowance.periodMillis()),
                Bounds.NONE,
                List.of(new Count("reports", BigDecimal.ONE)),
                new Spend(null, allowance.draws()),
                null);
        UnitName answers = UnitName.of(ANSWERS + ids.name()).inForm(ids.form()).timedBy(ids.times(), ids.formerTimes());
        return Plan.of(domain, allowance.unit(), new Budget.Pure(epsilonOfPeriod()), timing, List.of(asked))
                .withUnitName(ids.former().isEmpty() ? answers : answers.formerly(ANSWERS + ids.former()));
    }

    /** Everything that reports mean and cost, in words. */
    private String description() {
        return "encoded " + question.id() + " " + question.mechanism().description() + " epsilon "
                + epsilon.stripTrailingZeros().toPlainString() + " reports " + allowance.reports() + " remember "
                + allowance.remember();
    }
}
