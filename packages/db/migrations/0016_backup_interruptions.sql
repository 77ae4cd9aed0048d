-- Until now these had no backups, whatever their schedule said. A backup interrupts their clients, so nobody gets one unasked.
UPDATE "services" SET "backup_schedule" = 'off' WHERE "solution" NOT IN ('postgres', 'timescaledb');
