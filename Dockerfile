# The app and the server, built with all that a build takes.
FROM node:24-bookworm-slim AS build
WORKDIR /offerdesk
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build

# What the server runs by, and nothing else.
FROM node:24-bookworm-slim AS libraries
WORKDIR /offerdesk
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/offerdesk
WORKDIR /offerdesk
COPY --from=libraries /offerdesk/node_modules node_modules
COPY --from=build /offerdesk/dist dist
COPY package.json LICENSE ./
RUN ln -s /offerdesk/dist/server/main.js /usr/local/bin/offerdesk \
  && chmod +x dist/server/main.js \
  && install --directory --owner=node --group=node /var/lib/offerdesk
USER node
VOLUME /var/lib/offerdesk
EXPOSE 3000
ENTRYPOINT ["offerdesk"]
CMD ["serve"]
