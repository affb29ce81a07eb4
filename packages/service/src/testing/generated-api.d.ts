export interface paths {
    "/v3/keys/{api_key}/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get API Key Details
         * @description Whose API key this is, until when it works, and every project of the account with its settings and scripts. The API key stands in the path and in the `Authorization` header; the two must be the same.
         */
        get: operations["getApiKeyDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/keys/{api_key}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get API Key Stats
         * @description What the account used, over all its projects: executions hour by hour, scripts, users, obfuscations, attacks blocked, and the limits of its plan. Every authentic key check of a key that exists is an execution, whatever it was answered. The API key stands in the path and in the `Authorization` header; the two must be the same.
         */
        get: operations["getApiKeyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Users
         * @description The users of a project, newest last, or those that match every filter given. `chat_id`, `user_key` and `identifier` compare the whole text, so `users` then holds a single user, or none; of several keys on one device, the newest. `search` finds a part of a text. `from` and `until` page through what matches: 100 users when they are left out, 1,000 at most, none past the end.
         */
        get: operations["getUsers"];
        put?: never;
        /**
         * Create User/Key
         * @description Creates a user with a new random key, even with an empty body. Without `identifier` and `chat_id` the key is unassigned: the first device to use it claims it, and `key_days` count from then. With one of them it counts as claimed. With neither `auth_expire` nor `key_days` it never expires.
         */
        post: operations["createUser"];
        /**
         * Delete User/Key
         * @description Deletes a key, and with it the access of the user who is linked to it. A banned user stays on record without the key, with status `banned`, and the device is still refused.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Update User
         * @description Changes the fields that are given and leaves the others as they are. `auth_expire` -1 makes the key one that never expires.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v3/projects/{project_id}/users/resethwid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset User HWID
         * @description Unlinks the device from a key; the next device to use it is linked. `force` passes over the cooldown and over disabled resets, but not over a ban.
         */
        post: operations["resetDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/linkchat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link Chat ID
         * @description Links a chat ID to a key. An unassigned key counts as claimed from then on, so its `key_days` begin to count.
         */
        post: operations["linkChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/blacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Blacklist User
         * @description Bans a key and the device linked to it. The key keeps its status, `banned` becomes 1, and it receives a new `unban_token`, visible in Get Users. At `ban_expire` the ban lapses by itself.
         */
        post: operations["blacklistUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/users/unban": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unban User
         * @description Lifts the ban that the token was assigned for. Never by GET, so that no preview of a link can lift one. Of a banned user whose key was deleted, the record goes.
         */
        post: operations["unbanUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/scripts/{script_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update Script
         * @description Replaces the source of a script and changes the settings that are given. With `use_reactor` it is processed in the background, and `track_progress` names the track to follow with Get Update Progress. After a 504 the upload may have been accepted all the same: see whether `script_version` changed before you try again.
         */
        put: operations["updateScript"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/projects/{project_id}/scripts/{script_id}/progress/{track_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Update Progress
         * @description How far an update in the background is. Ask every couple of seconds until `status` is no longer `processing`. Any status but `processing` and `completed` is a failure, `message` says why, and a completed update can still have failed: `result` says so.
         */
        get: operations["getUpdateProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/scripts/{script_id}/load": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Load Script
         * @description Hands the protected script to a licensed caller; to anyone, when Free for All is on. A decided request answers 200 whatever its `code`, by the rules of the key check, and counts as an execution of the key.
         */
        post: operations["loadScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v3/scripts/{script_id}/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Heartbeat
         * @description Asked by a script while it runs, when its heartbeat is on: whether the license still holds. It is no execution.
         */
        post: operations["beatScript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Status
         * @description Whether the service is well, and which version of the API it speaks. Answers, and says so, when the database is not well.
         */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sync
         * @description The first step of a key check: the time of the service, and the nodes of which the client picks one at random.
         */
        get: operations["sync"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/external_check_key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * External key check
         * @description The second step, sent to a node. A decided check answers 200 whatever its `code`; `KEY_VALID` alone opens anything, and it alone carries a `signature`, to be verified. The User-Agent must be one that the project allows.
         */
        get: operations["checkKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/plants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sample plant create
         * @description Takes a plant and answers it without its ID. A sample to try a client on: nothing is kept.
         */
        post: operations["createPlant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKeyDetails: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message: string;
            email: string;
            /** @description Empty when none is linked. */
            chat_id: string;
            /** @description Unix seconds; -1: the API key does not run out. */
            expires_at: number;
            /** @description Unix seconds. */
            registered_at: number;
            /** @description A plan code. */
            plan: string;
            /** @description 1: the API key may be used. 0: it was switched off. */
            enabled: number;
            /** @description Every project of the account. */
            projects: components["schemas"]["Project"][];
        };
        /** @description Solve it, and repeat the request with `x-challenge-token: token:counter`. */
        Challenge: {
            /** @constant */
            algorithm: "sha256";
            /** @description Opaque; it comes back solved. */
            token: string;
            /** @description How many zero bits the SHA-256 of `token:counter` begins with, at least. */
            difficulty: number;
        };
        Done: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message: string;
        };
        Heartbeat: {
            /** @description `KEY_VALID`, or why not: the codes are those of the key check. */
            code: string;
            /** @description To be shown to the user, as text. */
            message: string;
            /** @description With `KEY_VALID` alone: the script knows the right one. */
            proof?: string;
        };
        LoadedScript: {
            /** @description `KEY_VALID`, or why not: the codes are those of the key check. */
            code: string;
            /** @description To be shown to the user, as text. */
            message: string;
            data?: {
                note: string;
                total_executions: number;
                auth_expire: number;
            };
            /** @description What to run. With `KEY_VALID` alone, unless it is sealed. */
            script?: string;
            sealed?: {
                /** @description Of the service, for this answer alone: an uncompressed point. */
                public_key: string;
                iv: string;
                /** @description The ciphertext, followed by its tag. */
                text: string;
            };
            /** @description For the heartbeats of this run. */
            session?: string;
            /** @description HMAC-SHA-256 under the third shared secret, hex, of the nonce, the script’s ID and the script, a line each. */
            signature?: string;
        };
        NewPlant: {
            /** Format: int64 */
            id: number;
            name: string;
            /** @description The type of the plant. */
            tag?: string;
        };
        Plant: {
            name: string;
            /** @description The type of the plant. */
            tag?: string;
        };
        PlantStoreError: {
            /**
             * Format: int32
             * @description The HTTP status.
             */
            error: number;
            message: string;
        };
        Project: {
            /** @description The platform of the project. */
            platform: string;
            id: string;
            name: string;
            settings: {
                /** @description Seconds between two device resets. 0: no cooldown. -1: resets are disabled. */
                reset_hwid_cooldown: number;
            };
            scripts: components["schemas"]["Script"][];
        };
        Refused: {
            /** @constant */
            success: false;
            /** @description Why it was refused, as a sentence for people. */
            message: string;
            challenge?: components["schemas"]["Challenge"];
        };
        Script: {
            script_name: string;
            script_id: string;
            /** @description A zero-padded number. It changes with every update that succeeded. */
            script_version: string;
            /** @description Free for All: anyone may run the script, without a key. */
            ffa: boolean;
            /** @description Turns off what the protection layer prints. Not recommended. */
            silent: boolean;
        };
        ScriptProgress: {
            /** @description Whether it was done. */
            success: boolean;
            /**
             * @description `processing`, `completed`, or anything else: it failed.
             * @example processing
             * @example completed
             * @example failed
             */
            status: string;
            /** @description The reason, when it failed. */
            message: string;
            /**
             * @description The current stage.
             * @example parsing
             * @example obfuscating
             * @example completed
             */
            reactor_status: string;
            /** @description Present when completed. A completed update can still have failed. */
            result?: {
                /** @description Whether it was done. */
                success: boolean;
                /** @description What happened, as a sentence for people. */
                message: string;
            };
        };
        ScriptUpdated: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message?: string;
            /** @description The track ID, when it is processed in the background. */
            track_progress?: string;
        };
        Status: {
            /** @description The version of the API. */
            version: string;
            /** @description false: requests that need the database cannot be answered now. */
            active: boolean;
            message: string;
            /** @description Whether `warning_message` has something to say. */
            warning: boolean;
            /** @description Empty without a warning. */
            warning_message: string;
        };
        UsageStatistics: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message: string;
            execution_data: {
                /** @description Seconds that each value stands for: 3600. */
                frequency: number;
                /** @description The last 168 values, oldest first. The last one is the hour under way. */
                executions: number[];
            };
            stats: {
                /** @description Obfuscations used since the last reset. */
                obfuscations: number;
                /** @description How many scripts there are. */
                scripts: number;
                /** @description How many users there are. */
                users: number;
                /** @description Key checks with a bad signature, a nonce used before or a time outside the window. */
                attacks_blocked: number;
                /** @description The limits of the plan. */
                default: {
                    scripts: number;
                    users: number;
                    obfuscations: number;
                };
                /** @description Unix seconds at which the obfuscations begin at 0 again. */
                reset_at: number;
                /** @description Left out with `noUsers`. */
                users_detail?: {
                    /** @description Users that are not banned. */
                    whitelisted: number;
                    /** @description Users that are banned. */
                    banned: number;
                };
            };
        };
        User: {
            /** @description The license key; empty for a banned user whose key was deleted. */
            user_key: string;
            /** @description The linked device ID; empty when none is linked. */
            identifier: string;
            /** @description Such as `HWID`. */
            identifier_type: string;
            /** @description Empty when none is linked. */
            chat_id: string;
            /**
             * @description `active`: a device is linked. `reset`: the next device to use the key is linked. `banned`: banned, and the key was deleted. A key that is banned keeps its status, and `banned` is 1.
             * @enum {unknown}
             */
            status: "active" | "reset" | "banned";
            /** @description Unix seconds of the last device reset; 0: never. */
            last_reset: number;
            total_resets: number;
            /** @description Unix seconds; -1: never; 0: the countdown of an unclaimed key has not started. */
            auth_expire: number;
            /** @enum {unknown} */
            banned: 0 | 1;
            ban_reason: string;
            /** @description Unix seconds; -1: a permanent ban; 0: not banned. */
            ban_expire: number;
            /** @description Lifts the ban; a new one with every ban. Empty when not banned. */
            unban_token: string;
            total_executions: number;
            note: string;
            /** @description The address that was banned; empty when none. */
            ban_ip: string;
        };
        UserCreated: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message: string;
            /** @description The new license key. */
            user_key: string;
        };
        UserList: {
            /** @description Whether it was done. */
            success: boolean;
            /** @description What happened, as a sentence for people. */
            message: string;
            users: components["schemas"]["User"][];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getApiKeyDetails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The API key of the account, once more. */
                api_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDetails"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or the request carries no API key; or the API key is wrong. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getApiKeyStats: {
        parameters: {
            query?: {
                /** @description true: leaves out `users_detail`, which may be slightly faster. */
                noUsers?: boolean;
            };
            header?: never;
            path: {
                /** @description The API key of the account, once more. */
                api_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageStatistics"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getUsers: {
        parameters: {
            query?: {
                /** @description The user linked to this chat ID. */
                chat_id?: string;
                /** @description The user of this key. */
                user_key?: string;
                /** @description The user linked to this device. */
                identifier?: string;
                /** @description The position of the first user, from 0 on; included. 0 by default. */
                from?: number;
                /** @description The position after the last user; excluded. `from` plus 100 by default, plus 1,000 at most. */
                until?: number;
                /** @description Users whose `identifier`, `user_key`, `chat_id` or `note` contains this text. */
                search?: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserList"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Links a device at once. Empty: none. */
                    identifier?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the key expires; -1: never. Without `identifier` and `chat_id`, the time until then becomes `key_days`. Counts for more than `key_days`. 0 is the same as leaving it out.
                     */
                    auth_expire?: number;
                    /** @description Shown to the user of the key by apps that show notes. */
                    note?: string;
                    /** @description Links a chat ID at once. Empty: none. */
                    chat_id?: string;
                    /** @description Days of 86,400 seconds that the key works from its claim. */
                    key_days?: number;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserCreated"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or another user of the project has this chat ID; or the plan allows no more users; or the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query: {
                /** @description The license key. */
                user_key: string;
            };
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the account has no such project; or the project has no such key. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description Links another device. Empty: unlinks it. */
                    identifier?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the key expires; -1: never. 0 is the same as leaving it out.
                     */
                    auth_expire?: number;
                    /** @description Shown to the user of the key by apps that show notes. */
                    note?: string;
                    /** @description Links another chat ID. Empty: unlinks it. */
                    chat_id?: string;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or another user of the project has this chat ID; or the project has no such key; or the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    resetDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description true: also on cooldown, and where resets are disabled. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or the key is on cooldown and `force` is not true; or resets are disabled for the project and `force` is not true; or the user is banned. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the project has no such key; or the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    linkChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description 1 to 64 of letters, digits, `_ . : -`. */
                    chat_id: string;
                    /** @description true: replaces the chat ID that the key has. */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or the key already has a chat ID and `force` is not true; or another key is linked to the same chat ID; or the chat ID is not 1 to 64 of letters, digits, `_ . : -`; or the project has no such key; or the account has no such project. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    blacklistUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key. */
                    user_key: string;
                    /** @description Shown to the user. */
                    ban_reason?: string;
                    /**
                     * Format: int32
                     * @description Unix seconds at which the ban lapses. -1, or left out: a permanent ban.
                     */
                    ban_expire?: number;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or `ban_expire` has passed already. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the project has no such key; or the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    unbanUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description As in Get Users. */
                    unban_token: string;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the request carries no API key; or the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: no ban in force has this token; or the account has no such project. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    updateScript: {
        parameters: {
            query?: never;
            header?: {
                /** @description A solved challenge, `token:counter`. */
                "x-challenge-token"?: string;
            };
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
                /** @description The ID of one of its scripts. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The new source. At most 4 MiB in UTF-8, unless the service is set up otherwise. */
                    script: string;
                    script_name?: string;
                    /** @description Free for All: anyone may run the script, without a key. */
                    ffa?: boolean;
                    /** @description Turns off what the protection layer prints. Not recommended. */
                    silent?: boolean;
                    /** @description While it runs it asks whether the license still holds. More secure. Recommended. */
                    heartbeat?: boolean;
                    /** @description Leaves the inline checks out of loops: faster, and a little less secure. */
                    lightning?: boolean;
                    /** @description Use the v4 loader: the script is delivered sealed to the run that asked. */
                    is_v4_loader?: boolean;
                    /** @description true: process it in the background and answer with `track_progress`. */
                    use_reactor?: boolean;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptUpdated"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or the request carries no API key; or the plan allows no more obfuscations. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list; or the request is challenged: the body has a `challenge` to solve. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the account has no such project, or the project no such script. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is larger than the service takes; or the script is too large for this channel; trying again does not help. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: it took too long; the upload may have been accepted all the same. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    getUpdateProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of one of the account’s projects. */
                project_id: string;
                /** @description The ID of one of its scripts. */
                script_id: string;
                /** @description The `track_progress` of the update. */
                track_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScriptProgress"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or the request carries no API key; or the account has no such project, or the project no such script, or there is no such track. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the API key is wrong; or the API key is disabled or has expired; or the request comes from an address that is not on the account's allow list. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    loadScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the script. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The license key of the user. */
                    script_key?: string;
                    /** @description The device ID. */
                    hwid?: string;
                    /** @description 16 random letters and digits, new for each request. */
                    nonce: string;
                    /** @description Of a v4 loader, which a script may ask for: P-256, an uncompressed point in base64url, new for each request. The script is sealed to it. */
                    public_key?: string;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoadedScript"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: there is no such script, or it has no source yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    beatScript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the script. */
                script_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From Load Script. */
                    session: string;
                    /** @description 16 random letters and digits, new for each request. */
                    nonce: string;
                };
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Heartbeat"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: there is no such script, or it has no source yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refused"];
                };
            };
        };
    };
    sync: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        st: number;
                        cf: string;
                        nodes: string[];
                    };
                };
            };
        };
    };
    checkKey: {
        parameters: {
            query: {
                /** @description The app name of the project. */
                by: string;
                /** @description The license key: 32 letters. */
                key: string;
            };
            header: {
                /** @description The `st` of the sync record, in decimal digits. */
                clienttime: string;
                /** @description 16 random letters and digits, new for each request. */
                clientnonce: string;
                /** @description The device ID. */
                clienthwid: string;
                /** @description The device ID again. Required, under the name of the platform that the project was approved for: `{exec}-fingerprint`. */
                "executor-fingerprint"?: string;
                /** @description SHA-1, 40 lowercase hex, of: nonce, first secret, key, second secret, time, third secret, device ID. */
                externalsignature: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        code: string;
                        message: string;
                        data?: {
                            note: string;
                            total_executions: number;
                            auth_expire: number;
                        };
                        signature?: string;
                    };
                };
            };
        };
    };
    createPlant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPlant"];
            };
        };
        responses: {
            /** @description Done, or decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plant"];
                };
            };
            /** @description Refused: a parameter or a field is missing, unknown or not of its documented type; the message names it; or of an unexpected error. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused: the bearer token is missing or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused: a body is larger than the service takes. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused: a body is not sent as `application/json`. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused: too many requests came; `Retry-After` says in how many seconds to come again. */
            429: {
                headers: {
                    /** @description Seconds to wait. */
                    "Retry-After": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
            /** @description Refused: the database cannot be reached; nothing was changed. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlantStoreError"];
                };
            };
        };
    };
}
