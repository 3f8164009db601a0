package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Amount;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/** Sentences and numbers of the card of a vote. */
final class VotesWording {

    /** The neighbours of a vote. */
    static final String NEIGHBOURS =
            "two streams with the same slots, and in each the same question and teacher, in which the labels of one teacher are replaced"
                    + " by any others or by unreadable ones";

    /** What is never published. */
    static final List<String> NOT_SAID = List.of(
            "votes, how far teachers agree, how close a check or a label was, and any loss that depends on votes");

    private static final MathContext UP = new MathContext(4, RoundingMode.CEILING);

    private VotesWording() {}

    /** A number that is never said to be smaller than it is, of four digits. */
    static String up(double number) {
        return new BigDecimal(number).round(UP).stripTrailingZeros().toPlainString();
    }

    /** An amount without trailing zeros. */
    static BigDecimal number(Amount amount) {
        BigDecimal value = amount.value().stripTrailingZeros();
        return value.setScale(Math.max(0, value.scale()));
    }

    /** An amount in words, without trailing zeros. */
    static String plain(Amount amount) {
        return number(amount).toPlainString();
    }

    /** What is assumed to be public. */
    static List<String> isPublic(Pipeline pipeline) {
        List<String> known = new ArrayList<>(List.of(
                "this configuration, and that the job runs",
                "the questions, and the beliefs in them",
                "who votes on what, and when: so every teacher must vote on what it is asked, whatever its label is",
                "which questions were asked, answered and withheld, and the account"));
        if (pipeline.clock().by() == Clock.By.RECORD_TIME) {
            known.add("the times that votes state, all of them: they drive the clock");
        }
        return known;
    }

    /** Who is trusted with what. */
    static List<String> isTrusted(Pipeline pipeline) {
        List<String> trusted = new ArrayList<>(List.of(
                "the job's processes, logs, metrics and REST interface, with the votes",
                "checkpoints, the ledger, the topic of votes and the dead-letter topic",
                "what is written under private/",
                "that each person's records are in the shard of one teacher: in those of s teachers mu is s times as large",
                "that field " + pipeline.source().unit() + " names the teacher, and that nobody else writes its votes",
                "that the form and the size of a vote's record do not depend on its label",
                "that questions and beliefs do not come from what teachers were trained on"));
        trusted.addAll(pipeline.source().format().trusted());
        return trusted;
    }
}
