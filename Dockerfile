# The license service alone. Nothing in continuous integration needs this file.
#   docker build -t latchkey-service .
#   docker run -p 8080:8080 -v latchkey:/data latchkey-service
FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/protocol/package.json packages/protocol/
COPY packages/service/package.json packages/service/
COPY packages/vendor/package.json packages/vendor/
RUN npm ci --omit=dev --omit=optional --ignore-scripts --workspace packages/service --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production LATCHKEY_DATABASE=sqlite:/data/license.db
WORKDIR /app
COPY --from=packages /app ./
COPY packages/protocol packages/protocol
COPY packages/service packages/service
RUN mkdir /data && chown node:node /data
# SECURITY: an ordinary user.
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/service/src/cli.ts"]
CMD ["serve", "--host", "0.0.0.0"]
