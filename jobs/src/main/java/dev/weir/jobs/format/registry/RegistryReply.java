package dev.weir.jobs.format.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * What a registry has answered.
 *
 * @param status the status of HTTP
 * @param body the answer; missing if it is empty or too long, null in JSON if it is none of JSON
 */
record RegistryReply(int status, JsonNode body) {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int NO_SUBJECT = 40401;
    private static final int NO_VERSION = 40402;
    private static final int NO_SCHEMA = 40403;

    static RegistryReply of(int status, byte[] body) {
        try {
            return new RegistryReply(status, JSON.readTree(body));
        } catch (IOException e) {
            return new RegistryReply(status, NullNode.getInstance());
        }
    }

    boolean isOk() {
        return status == OK && body.isContainerNode();
    }

    /** Whether the registry itself says that something is not there. The page of a proxy with the same status does not say it. */
    boolean isError(int code) {
        return status == NOT_FOUND && body.path("error_code").asInt() == code;
    }

    /** Whether the registry itself says that a schema is not there, or tells something else, or something too long. The page of a proxy does not say it. */
    boolean isNoSchema() {
        boolean isOther = status == OK && !body.isNull() && !body.path("schema").isTextual();
        return isOther || isError(NO_SUBJECT) || isError(NO_VERSION) || isError(NO_SCHEMA);
    }

    /** Returns the number of a schema; no value if this does not tell one that fits into a header. */
    OptionalLong id() {
        JsonNode id = body.path("id");
        boolean isNumber = isOk() && id.canConvertToInt() && id.isIntegralNumber() && id.intValue() >= 0;
        return isNumber ? OptionalLong.of(id.longValue()) : OptionalLong.empty();
    }

    /** Returns why this is no answer of a registry. */
    String why() {
        return switch (status) {
            case UNAUTHORIZED, FORBIDDEN -> "refuses access (" + status + "): check its properties-file";
            case OK, NOT_FOUND -> "does not speak the API of a schema registry at this address (" + status + ")";
            default -> "has answered with status " + status;
        };
    }
}
