package main

var databaseFaults []crowd
