import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Makes a topic of two partitions that the broker stamps. Usage: Topic BROKER TOPIC. */
public final class Topic {

    private Topic() {}

    public static void main(String[] arguments) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", arguments[0]))) {
            NewTopic topic = new NewTopic(arguments[1], Optional.of(2), Optional.empty())
                    .configs(Map.of("message.timestamp.type", "LogAppendTime"));
            admin.createTopics(Set.of(topic)).all().get();
        }
    }
}
