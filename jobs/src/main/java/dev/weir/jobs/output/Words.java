package dev.weir.jobs.output;

import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The sentences of the guarantee. */
final class Words {

    private Words() {}

    static String spelled(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String whose(PrivacyUnit unit) {
        return switch (unit) {
            case USER -> "one user, for ever";
            case USER_PER_DAY -> "one user in one UTC day";
            case USER_PER_HOUR -> "one user in one UTC hour";
            case EVENT -> "one record";
        };
    }

    static String neighbours(PrivacyUnit unit) {
        String records = unit == PrivacyUnit.EVENT ? "one record is" : "all records of " + whose(unit) + " are";
        return "two streams with the same slots, in one of which " + records + " replaced by empty slots";
    }

    static String currency(Currency currency) {
        return switch (currency) {
            case EPSILON -> "epsilon";
            case RHO -> "rho";
            case HALF_MU_SQUARED -> "half mu squared";
        };
    }

    static List<String> isPublic(Pipeline pipeline) {
        List<String> facts = new ArrayList<>(
                List.of("this configuration", "the declared keys", "which windows are released", "that the job runs"));
        facts.add("how many slots the input has, readable or not, and when each was written");
        if (pipeline.clock().by() == Clock.By.RECORD_TIME) {
            facts.add("the times that records state, all of them: they drive the clock");
        }
        return facts;
    }

    static List<String> isTrusted(Pipeline pipeline) {
        List<String> facts = new ArrayList<>(List.of(
                "the job's processes, logs, metrics and REST interface",
                "checkpoints, the input topic and the dead-letter topic",
                "what is written under private/"));
        facts.add(
                pipeline.clock().by() == Clock.By.APPEND_TIME ? "the broker's clock" : "the times that records state");
        if (pipeline.plan().unit() != PrivacyUnit.EVENT) {
            facts.add("that the unit field names the person whose record it is");
        }
        return facts;
    }
}
