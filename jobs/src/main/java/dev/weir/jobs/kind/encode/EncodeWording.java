package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.local.encode.EncodeTerms;
import java.util.ArrayList;
import java.util.List;

/** Sentences of the card of a pipeline that draws reports. */
final class EncodeWording {

    /** Who need not be trusted with what. */
    static final List<String> NOT_TRUSTED = List.of(
            "the topic of reports, its brokers' readers and whoever makes estimates of it: beyond the loss above");

    private EncodeWording() {}

    static String neighbours(EncodeTerms terms, String period) {
        String others = terms.question() instanceof CategoryQuestion ? "others of the options" : "others of the range";
        String pattern = terms.allowance().remember() == 0 ? "" : ", equal at the same places";
        return "two streams with the same records, in one of which the answers of one user in one UTC " + period
                + " are " + others + pattern;
    }

    static List<String> isPublic(Pipeline pipeline) {
        List<String> known = new ArrayList<>(List.of(
                "this configuration",
                "that the job runs",
                "how many reports there are, when each comes, and its period"));
        if (pipeline.clock().by() == Clock.By.RECORD_TIME) {
            known.add("the times that records state, all of them: they drive the clock");
        }
        return known;
    }

    static List<String> isTrusted(Pipeline pipeline) {
        List<String> trusted = new ArrayList<>(List.of(
                "this gateway with the answers themselves: the job's processes, logs, metrics and REST interface",
                "checkpoints, the ledger, the input topic and the dead-letter topic",
                "what is written under private/",
                pipeline.clock().by() == Clock.By.APPEND_TIME ? "the broker's clock" : "the times that records state",
                "that field " + pipeline.source().unit()
                        + " names the person whose record it is, always in the same way"));
        trusted.addAll(pipeline.source().format().trusted());
        return trusted;
    }

    static List<String> refused(EncodeTerms terms) {
        String others = terms.question() instanceof CategoryQuestion
                ? "an answer that is none of the options"
                : "an answer that is no number of the range";
        return List.of(
                others + " goes to the dead letters, and nothing is sent:",
                "that it was refused can be seen. Give people without an answer an option of their own");
    }
}
