FROM scratch
RUM true
