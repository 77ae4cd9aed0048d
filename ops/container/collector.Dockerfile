# The context is made by `npm run package -- collector-image`: the base of the server's image, and the collector with Node and SQLite.
FROM scratch
ADD base.tar /
COPY product /usr/lib/notafter-collector
ENV NODE_ENV=production TMPDIR=/var/lib/notafter-collector \
  PATH=/usr/lib/notafter-collector/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /var/lib/notafter-collector
USER 10001:10001
VOLUME /var/lib/notafter-collector
STOPSIGNAL SIGTERM
ENTRYPOINT ["notafter-collector"]
CMD ["run"]
