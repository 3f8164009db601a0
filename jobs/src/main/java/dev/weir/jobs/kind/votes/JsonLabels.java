package dev.weir.jobs.kind.votes;

import dev.weir.accountant.vote.VoteAccount;
import dev.weir.jobs.output.JsonText;
import dev.weir.operators.vote.ExactVote;
import dev.weir.operators.vote.VoteFormat;
import dev.weir.operators.vote.VoteResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes labels as lines of {@code released.jsonl} and {@code withheld.jsonl}, and exact votes as lines of the private folder. */
final class JsonLabels implements VoteFormat {

    private static final long serialVersionUID = 1L;

    /** The member with the id of a question. */
    static final String QUESTION = "question";

    @Override
    public byte[] line(VoteResult result) {
        VoteAccount account = result.account();
        Map<String, Object> rho = new LinkedHashMap<>();
        rho.put("spent", VotesWording.number(account.spent()));
        rho.put("left", VotesWording.number(account.left()));
        return JsonText.write(json -> {
                    json.writeStartObject();
                    json.writeStringField(QUESTION, result.question());
                    if (!result.withheld()) {
                        json.writeStringField("label", result.label()); // null is written as null
                    }
                    json.writeNumberField("asked", account.asked());
                    json.writeNumberField("answered", account.answered());
                    json.writeFieldName("rho");
                    JsonText.value(json, rho);
                    json.writeEndObject();
                })
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] exact(ExactVote exact) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put(QUESTION, exact.question());
        line.put("counts", list(exact.counts()));
        if (exact.surpluses().length > 0) {
            line.put("surpluses", list(exact.surpluses()));
        }
        line.put("answered", exact.answered());
        return JsonText.of(line).getBytes(StandardCharsets.UTF_8);
    }

    private static List<Long> list(long[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
